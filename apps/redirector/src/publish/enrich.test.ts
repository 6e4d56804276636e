import { parseTrustedProxies } from '@brevia/core';
import { describe, expect, it } from 'vitest';
import type { CapturedClick } from '../capture/layout.ts';
import { batchOf } from '../testing/batches.ts';
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
const enriched = (enrich: ReturnType<typeof setUp>, ...clicks: Partial<CapturedClick>[]) =>
  enrich(
    batchOf(clicks.map((click) => ({ key: 'default\nabc\nw1', ts: noon, userAgent: 'UA/1', ...click }))),
  );

describe('an enriched click', () => {
  it('has the country, the referring host and the language, and no address (CLICK-1)', () => {
    const [event] = enriched(setUp(), {
      referrer: 'https://News.Example/a?b',
      language: 'fr-ca,en;q=0.5',
    });
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
    const events = [...enriched(enrich, { key: 'default\nx\n' }, {}), ...enriched(enrich, {})];
    expect(events.map(({ owner }) => owner)).toEqual(['', 'w1', 'w1']);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  });

  it('has no visitor hash where the visitor asked not to be tracked', () => {
    expect(enriched(setUp(), { noTrack: true })[0]).toMatchObject({ visitor: '0', country: 'FR' });
  });

  it.each([
    ['UTF-8', Buffer.from('https://exämple.com/'), 'xn--exmple-cua.com'],
    ['Latin-1, which is no UTF-8', Buffer.from('https://exämple.com/', 'latin1'), 'xn--exmple-cua.com'],
    [
      'UTF-8 cut within a character',
      Buffer.from('https://exämple.com/ä').subarray(0, -1),
      'xn--exmple-cua.com',
    ],
    ['punycode', Buffer.from('https://xn--exmple-cua.com/'), 'xn--exmple-cua.com'],
  ])('has the referring host that was meant, written as %s (C158)', (_how, bytes, host) => {
    expect(enriched(setUp(), { referrer: bytes.toString('latin1') })[0]?.referrer).toBe(host);
  });

  it.each([
    [{ peer: '10.0.0.3', forwardedFor: '203.0.113.7, 10.0.0.2' }, 'FR'],
    [{ peer: '10.0.0.3', forwardedFor: '1.2.3.4, 203.0.113.7, 10.0.0.2' }, 'FR'],
    [{ peer: '10.0.0.3', forwarded: 'for="203.0.113.7:4711"' }, 'FR'],
    [{ peer: '203.0.113.9', forwardedFor: '203.0.113.7' }, ''],
  ])('has its country from the visitor behind trusted proxies: %j (C131, C135)', (sources, country) => {
    expect(enriched(setUp('10.0.0.0/8'), sources)[0]?.country).toBe(country);
  });
});

describe('the visitor hash', () => {
  const secret = 'a secret of the service, long enough';
  const visitorOf = createVisitorHash(secret);

  it('is one number of 52 bits for an address and user agent within a day (CLICK-1)', () => {
    const visitor = visitorOf('203.0.113.7', 'UA/1', noon);
    expect(visitor).toMatch(/^[1-9]\d{0,15}$/);
    expect(Number(visitor)).toBeLessThan(2 ** 52);
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
