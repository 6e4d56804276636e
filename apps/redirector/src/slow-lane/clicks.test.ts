import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLanes, type LaneOptions, type Lanes } from '../testing/lanes.ts';
import { manyLinks } from '../testing/links.ts';

let lanes: Lanes;
const open = async (options: LaneOptions = {}) => (lanes = await openLanes({ links: manyLinks, ...options }));
afterEach(() => lanes.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(lanes.url + path, { redirect: 'manual', headers, method });

describe('clicks', () => {
  beforeEach(() => open({ trustedProxies: '' }));

  it('count each visit of a redirect once, with what its request told (C084)', async () => {
    const headers = { 'user-agent': 'UA/1', referer: 'https://news.example/x', 'accept-language': 'fr-CA' };
    await get('/abc', headers);
    await get('/abc?q', headers);
    const click = {
      key: 'default\nabc\nw1',
      peer: '127.0.0.1',
      userAgent: 'UA/1',
      referrer: 'https://news.example/x',
      language: 'fr-CA',
      noTrack: false,
      forwardedFor: '',
      forwarded: '',
    };
    expect(lanes.captured()).toEqual([click, click]);
  });

  it('count nothing that is not a redirect', async () => {
    for (const path of ['/', '/off', '/old', '/nothing', '/healthz']) await get(path);
    await get('/abc', {}, 'POST');
    expect(lanes.captured()).toEqual([]);
  });

  it.each([
    ['sec-purpose', 'prefetch;prerender'],
    ['sec-purpose', 'prefetch'],
    ['purpose', 'prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('do not count %s: %s, but answer it (C121, C122)', async (name, value) => {
    expect((await get('/abc', { [name]: value })).status).toBe(302);
    expect(lanes.captured()).toEqual([]);
  });

  it.each([
    ['dnt', '1', true],
    ['sec-gpc', '1', true],
    ['dnt', '0', false],
  ])('carry the wish not to be tracked: %s: %s', async (name, value, noTrack) => {
    await get('/abc', { [name]: value });
    expect(lanes.captured()[0]?.noTrack).toBe(noTrack);
  });

  it('take the sources of the address from a trusted proxy, and from nobody else (C131, C133)', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7, 10.0.0.2', 'x-real-ip': '10.9.9.9' };
    await get('/abc', headers);
    await get('/abc?slow', headers);
    const sources = () =>
      lanes.captured().map(({ peer, forwardedFor, forwarded }) => [peer, forwardedFor, forwarded]);
    const nobody = ['127.0.0.1', '', ''];
    expect(sources()).toEqual([nobody, nobody]);
    await lanes.close();
    await open({ trustedProxies: '127.0.0.0/8' });
    await get('/abc', headers);
    await get('/abc?slow', headers);
    const proxied = ['127.0.0.1', '203.0.113.7, 10.0.0.2', ''];
    expect(sources()).toEqual([proxied, proxied]);
  });

  it('hold no more of a hostile header than is needed', async () => {
    const hostile = { 'user-agent': 'u'.repeat(3_000), referer: `https://a.example/${'r'.repeat(3_000)}` };
    await get('/abc', hostile);
    await get('/abc?slow', hostile);
    for (const click of lanes.captured()) {
      expect(click.userAgent).toHaveLength(512);
      expect(click.referrer).toHaveLength(2_048);
    }
  });
});
