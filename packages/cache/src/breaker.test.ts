import { describe, expect, it } from 'vitest';
import { BreakerOpenError, createBreaker } from './breaker.ts';

const failing = () => Promise.reject(new Error('down'));
const working = () => Promise.resolve('up');

describe('a circuit breaker', () => {
  const setUp = async () => {
    const clock = { now: 0 };
    const breaker = createBreaker({ failures: 3, restMs: 1_000, now: () => clock.now });
    for (let i = 0; i < 3; i += 1) await expect(breaker.run(failing)).rejects.toThrow('down');
    return { clock, breaker };
  };

  it('stays closed while failures are not in a row', async () => {
    const breaker = createBreaker({ failures: 2 });
    for (let i = 0; i < 5; i += 1) {
      await expect(breaker.run(failing)).rejects.toThrow('down');
      expect(await breaker.run(working)).toBe('up');
    }
    expect(breaker.open).toBe(false);
  });

  it('refuses at once while it is open, without trying', async () => {
    const { breaker } = await setUp();
    let tried = 0;
    const attempt = breaker.run(() => Promise.resolve((tried += 1)));
    await expect(attempt).rejects.toBeInstanceOf(BreakerOpenError);
    expect(tried).toBe(0);
  });

  it('lets one call at a time try after its rest, and success closes it', async () => {
    const { breaker, clock } = await setUp();
    clock.now = 1_000;
    let answer: (value: string) => void = () => undefined;
    const first = breaker.run(() => new Promise<string>((resolve) => (answer = resolve)));
    await expect(breaker.run(working)).rejects.toBeInstanceOf(BreakerOpenError);
    answer('up');
    expect(await first).toBe('up');
    expect(breaker.open).toBe(false);
    expect(await breaker.run(working)).toBe('up');
  });

  it('rests again when the trial fails', async () => {
    const { breaker, clock } = await setUp();
    clock.now = 1_000;
    await expect(breaker.run(failing)).rejects.toThrow('down');
    await expect(breaker.run(working)).rejects.toBeInstanceOf(BreakerOpenError);
    clock.now = 2_000;
    expect(await breaker.run(working)).toBe('up');
  });
});
