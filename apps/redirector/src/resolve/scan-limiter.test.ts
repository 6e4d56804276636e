import { describe, expect, it } from 'vitest';
import { createScanLimiter } from './scan-limiter.ts';

const setUp = (maxClients = 100) => {
  const clock = { now: 0 };
  const limiter = createScanLimiter({ burst: 3, perMinute: 60, maxClients, now: () => clock.now });
  const miss = (address: string, times = 1) => {
    for (let i = 0; i < times; i += 1) limiter.miss(address);
  };
  return { clock, limiter, miss };
};

describe('the limiter of scans (C222)', () => {
  it('lets a burst through, then one in its time, and never stores up more than a burst', () => {
    const { clock, limiter, miss } = setUp();
    miss('203.0.113.1', 2);
    expect(limiter.waitFor('203.0.113.1')).toBe(0);
    miss('203.0.113.1');
    expect(limiter.waitFor('203.0.113.1')).toBe(1);
    clock.now += 1_000;
    expect(limiter.waitFor('203.0.113.1')).toBe(0);
    clock.now += 3_600_000;
    miss('203.0.113.1', 3);
    expect(limiter.waitFor('203.0.113.1')).toBe(1);
  });

  it('knows an IPv6 client by its /64 and an IPv4 client by its address (C183)', () => {
    const { limiter, miss } = setUp();
    miss('2001:db8:0:1::1', 3);
    expect(limiter.waitFor('2001:db8:0:1:ffff:1:2:3')).toBe(1);
    expect(limiter.waitFor('2001:db8:0:2::1')).toBe(0);
    expect(limiter.waitFor('2001:db8::1')).toBe(0);
    miss('203.0.113.1', 3);
    expect(limiter.waitFor('203.0.113.2')).toBe(0);
  });

  it('forgets the clients seen longest ago rather than grow', () => {
    const { limiter, miss } = setUp(2);
    miss('203.0.113.1', 3);
    miss('203.0.113.2', 3);
    miss('203.0.113.3', 3);
    expect(limiter.waitFor('203.0.113.1')).toBe(0);
    expect(limiter.waitFor('203.0.113.3')).toBe(1);
  });
});
