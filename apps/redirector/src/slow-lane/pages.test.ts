import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLanes, type LaneOptions, type Lanes } from '../testing/lanes.ts';
import { manyLinks } from '../testing/links.ts';
import { exchange } from '../testing/raw-http.ts';

let lanes: Lanes;
const open = async (options: LaneOptions = {}) => (lanes = await openLanes({ links: manyLinks, ...options }));
afterEach(() => lanes.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(lanes.url + path, { redirect: 'manual', headers, method });

describe('pages', () => {
  beforeEach(() => open());

  it('are HTML for browsers, in their language, and plain lines for programs (RED-2)', async () => {
    const english = await get('/nothing', {
      accept: 'text/html,*/*;q=0.8',
      'accept-language': 'de,en;q=0.5',
    });
    expect(english.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(english.headers.get('vary')).toBe('Accept, Accept-Language');
    expect(await english.text()).toContain('<html lang="en">');
    const french = await get('/nothing', {
      accept: 'text/html',
      'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8',
    });
    expect(await french.text()).toContain('<html lang="fr">');
    const plain = await get('/nothing', { 'accept-language': 'fr' });
    expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await plain.text()).toMatch(/^Ce lien n’existe pas\./);
  });

  it('say 503 with Retry-After when no tier can tell, never 404 (RED-7)', async () => {
    await lanes.close();
    await open({ find: () => Promise.reject(new Error('down')) });
    const answer = await get('/abc', { accept: 'text/html' });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('say 429 with Retry-After to who guesses codes, while links that are known here still open (C222)', async () => {
    await lanes.close();
    await open({ unknownPerMinute: 5 });
    expect((await get('/abc')).status).toBe(302);
    const statuses: number[] = [];
    for (let i = 0; i < 8; i += 1) statuses.push((await get(`/guess${i}`)).status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
    expect(Number((await get('/guess9')).headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get('/abc')).status).toBe(302);
  });
});

describe('the paths of the service itself', () => {
  beforeEach(() => open());

  it.each(['/healthz', '/health', '/readyz'])(
    'answer GET and HEAD on %s with one Content-Length (C080)',
    async (path) => {
      expect((await get(path)).status).toBe(200);
      const text = await exchange(lanes.url, `HEAD ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(text.match(/content-length:/gi)).toHaveLength(1);
    },
  );

  it('say what is degraded, and refuse when draining (RED-8)', async () => {
    expect(await (await get('/readyz')).json()).toMatchObject({ status: 'ready', degraded: [] });
    lanes.setDraining();
    const answer = await get('/readyz');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('connection')).toBe('close');
  });

  it('have a robots.txt and an icon', async () => {
    expect(await (await get('/robots.txt')).text()).toMatch(/^User-agent: \*/);
    expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/svg+xml');
  });
});
