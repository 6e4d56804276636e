import { parseTrustedProxies } from '@brevia/core';
import { describe, expect, it } from 'vitest';
import type { FlatClicks } from '../capture/buffer.ts';
import { createEnricher } from './enrich.ts';
import { createVisitorHash } from './visitor.ts';

const noon = Date.UTC(2026, 11, 1, 12);
const setUp = (trusted = '') =>
  createEnricher({
    region: 'eu-west',
    trusted: parseTrustedProxies(trusted).trusted,
    countryOf: (address) => (address === '203.0.113.7' ? 'FR' : ''),
    visitorOf: (address, userAgent) => `${address}|${userAgent}`,
    idPrefix: 'p.',
  });
const click = (
  given: Partial<Record<'key' | 'referrer' | 'language' | 'address', string>> & { flags?: number },
) =>
  [
    given.key ?? 'default\nabc\nw1',
    noon,
    'UA/1',
    given.referrer ?? '',
    given.language ?? '',
    given.address ?? '203.0.113.7',
    given.flags ?? 0,
  ] satisfies FlatClicks;

describe('an enriched click', () => {
  it('has the country, the referring host and the language, and no address (CLICK-1)', () => {
    const [event] = setUp()(click({ referrer: 'https://News.Example/a?b', language: 'fr-ca,en;q=0.5' }));
    expect(event).toEqual({
      id: 'p.1',
      domain: 'default',
      code: 'abc',
      owner: 'w1',
      ts: noon,
      country: 'FR',
      referrer: 'news.example',
      userAgent: 'UA/1',
      language: 'fr-CA',
      visitor: '203.0.113.7|UA/1',
      region: 'eu-west',
    });
  });

  it('of an anonymous link has no owner, and ids never repeat', () => {
    const enrich = setUp();
    const events = [...enrich([...click({ key: 'default\nx\n' }), ...click({})]), ...enrich(click({}))];
    expect(events.map(({ owner }) => owner)).toEqual(['', 'w1', 'w1']);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  });

  it('has no visitor hash where the visitor asked not to be tracked', () => {
    expect(setUp()(click({ flags: 1 }))[0]).toMatchObject({ visitor: '0', country: 'FR' });
  });

  it.each([
    ['10.0.0.3\n203.0.113.7, 10.0.0.2\n', 'FR'],
    ['10.0.0.3\n1.2.3.4, 203.0.113.7, 10.0.0.2\n', 'FR'],
    ['10.0.0.3\n\nfor="203.0.113.7:4711"', 'FR'],
    ['203.0.113.9\n203.0.113.7\n', ''],
  ])('has its country from the visitor behind trusted proxies: %j (C131, C135)', (address, country) => {
    expect(setUp('10.0.0.0/8')(click({ address }))[0]?.country).toBe(country);
  });
});

describe('the visitor hash', () => {
  const secret = 'a secret of the service, long enough';
  const visitorOf = createVisitorHash(secret);

  it('is one number of 64 bits for an address and user agent within a day (CLICK-1)', () => {
    const visitor = visitorOf('203.0.113.7', 'UA/1', noon);
    expect(visitor).toMatch(/^[1-9]\d{0,19}$/);
    expect(BigInt(visitor)).toBeLessThan(2n ** 64n);
    expect(visitorOf('203.0.113.7', 'UA/1', noon + 11 * 3_600_000)).toBe(visitor);
    expect(createVisitorHash(secret)('203.0.113.7', 'UA/1', noon)).toBe(visitor);
  });

  it('differs by address, user agent, day and secret', () => {
    const all = [
      visitorOf('203.0.113.7', 'UA/1', noon),
      visitorOf('203.0.113.8', 'UA/1', noon),
      visitorOf('203.0.113.7', 'UA/2', noon),
      visitorOf('203.0.113.7', 'UA/1', noon + 86_400_000),
      visitorOf('203.0.113.7', 'UA/1', noon - 86_400_000),
      createVisitorHash('another secret of the service, too')('203.0.113.7', 'UA/1', noon),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});
