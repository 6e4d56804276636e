import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLanes, type LaneOptions, type Lanes } from '../testing/lanes.ts';
import { manyLinks } from '../testing/links.ts';
import { exchange, parseAnswers } from '../testing/raw-http.ts';

let lanes: Lanes;
const open = async (options: LaneOptions = {}) => (lanes = await openLanes({ links: manyLinks, ...options }));
afterEach(() => lanes.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(lanes.url + path, { redirect: 'manual', headers, method });

describe('a link', () => {
  beforeEach(() => open());

  it('redirects with 302, its URL byte for byte, and nothing that a browser may keep (RED-1, RED-5, C001, C082)', async () => {
    const answer = await get('/abc');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('https://example.com/a%20b/?abc#123');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('content-length')).toBe('0');
  });

  it('redirects with 301 and an explicit max-age only when it is permanent and never expires (RED-1, RED-5, C083)', async () => {
    const permanent = await get('/perm');
    expect(permanent.status).toBe(301);
    expect(permanent.headers.get('cache-control')).toMatch(/max-age=\d+/);
    expect((await get('/permx')).status).toBe(302);
  });

  it('keeps the case of its code (C054)', async () => {
    expect((await get('/Digg')).status).toBe(302);
    expect((await get('/digg')).status).toBe(404);
  });

  it.each(['/foo/', '/foo.', '/foo,', '/foo)', '/foo;', '/foo%22', '/foo%3E', '/foo%E3%80%82', '/%66oo'])(
    'opens as %s: what a linkifier or an encoder adds does no harm (C063, C086, C087)',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe('https://example.com/Curtain_(disambiguation)');
    },
  );

  it('does not open for a request that names its host twice, in either lane (RFC 9112)', async () => {
    await get('/abc');
    const request = 'GET /abc HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n';
    for (let round = 0; round < 2; round++) {
      expect(parseAnswers(await exchange(lanes.url, request)).answers[0]?.status).toBe(400);
    }
  });

  it.each(['SHORT.EXAMPLE', 'short.example.:443', 'unknown.example', '[::1]:80'])(
    'opens under the host %s (C055, LINK-1)',
    async (host) => {
      const text = await exchange(lanes.url, `GET /abc HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(parseAnswers(text).answers[0]?.status).toBe(302);
    },
  );

  it('forwards the query only where its owner wants it, and the owner’s parameters stay (RED-6, C002, C088, C090)', async () => {
    const location = async (path: string) => (await get(path)).headers.get('location');
    expect(await location('/abc?ref=other')).toBe('https://example.com/a%20b/?abc#123');
    expect(await location('/fwd?utm_source=e%20mail&a=%41')).toBe(
      'https://example.com/?ref=mine&utm_source=e%20mail&a=%41#top',
    );
    expect(await location('/fwd0')).toBe('https://example.com/5');
    expect(await location('/fwd0?')).toBe('https://example.com/5');
  });

  it.each(['?x=1%0d%0aSet-Cookie:a=b', '?x=%C3%A9%FF%00', "?x='<>^`{|}"])(
    'is never split by a query that it forwards: %s (C097)',
    async (query) => {
      const text = await exchange(lanes.url, `GET /fwd${query} HTTP/1.1\r\nHost: a\r\n\r\n`);
      const [answer] = parseAnswers(text).answers;
      expect(answer?.status).toBe(302);
      expect(answer?.headers.map(([name]) => name)).toEqual([
        'Location',
        'Cache-Control',
        'Content-Length',
        'Connection',
        'Keep-Alive',
      ]);
      expect(answer?.headers[0]?.[1]).toMatch(/^[\x21-\x7e]+$/);
    },
  );

  it('is not found when disabled, gone when expired, and its destination is told in neither (RED-2, C106, C116)', async () => {
    for (const [path, status] of [
      ['/off', 404],
      ['/old', 410],
      ['/nothing', 404],
    ] as const) {
      const answer = await get(path, { accept: 'text/html' });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('location')).toBeNull();
      expect(await answer.text()).not.toContain('secret.example');
    }
  });

  it('stops at the instant of its expiry, also when it stands fresh in memory (C106)', async () => {
    await lanes.close();
    let now = 1_000_000;
    const ending = [{ code: 'end', longUrl: 'https://example.com/', expiresAt: now + 1_000 }];
    await open({ links: ending, now: () => now });
    expect((await get('/end')).status).toBe(302);
    now += 999;
    expect((await get('/end')).status).toBe(302);
    now += 1;
    expect((await get('/end')).status).toBe(410);
  });

  it('answers HEAD like GET, without a body and without a click (RED-2, C077)', async () => {
    for (const path of ['/abc', '/nothing', '/old']) {
      const head = await exchange(lanes.url, `HEAD ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      const whole = await exchange(lanes.url, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      const withoutDate = (text: string) => text.replace(/Date: [^\r]*\r\n/, '');
      expect(withoutDate(head)).toBe(withoutDate(whole.slice(0, whole.indexOf('\r\n\r\n') + 4)));
    }
    // The one GET of the link that redirects.
    expect(lanes.captured()).toHaveLength(1);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'refuses %s with 405 and Allow (RED-2)',
    async (method) => {
      const answer = await get('/abc', {}, method);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
      expect(answer.headers.get('location')).toBeNull();
    },
  );
});

describe('a path that can be no link', () => {
  beforeEach(() => open());

  it.each([
    '/%E0%A4%A',
    '/%ZZ',
    '/100%',
    '/%',
    '//evil.example/',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/%2F%2Fevil.example',
    '/..',
    '/.well-known/x',
    '/a/b',
    `/${'x'.repeat(7_000)}`,
    '/fwd?x=\u00e9',
    '/\u00f0\u009f\u008d\u009e',
    '/%F0%9F%8D%9E',
    '/abc\u0000',
    '/default/abc',
  ])('is answered with 404 or 400, no Location and no failure: %s (C049, C115, C046)', async (path) => {
    const text = await exchange(lanes.url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const [answer] = parseAnswers(text).answers;
    expect([400, 404]).toContain(answer?.status);
    expect(text).not.toMatch(/location:/i);
    expect(lanes.counters.failures).toBe(0);
  });

  it('does not loop at the root of the domain (C111)', async () => {
    const answer = await get('/', { accept: 'text/html' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Operator &#38; Sons');
  });

  it('is refused when the head is too long, without harm to others', async () => {
    const text = await exchange(
      lanes.url,
      `GET /abc HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect((await get('/abc')).status).toBe(302);
  });
});
