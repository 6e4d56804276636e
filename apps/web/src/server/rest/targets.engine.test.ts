import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, member } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

let web: Web;
let owner: Awaited<ReturnType<typeof member>>;

beforeAll(async () => {
  web = await startWeb();
  owner = await member(web);
});
afterAll(() => web.close());

const create = (long_url: unknown) => call(web, 'POST', '/links', { key: owner.key, body: { long_url } });

describe('targets are stored as the parser sees them, byte for byte (API-6)', () => {
  test.each([
    ['C001', 'https://example.com/?abc#123', 'https://example.com/?abc#123'],
    ['C002', 'https://example.com/5', 'https://example.com/5'],
    ['C003', 'https://example.com/a%20b/', 'https://example.com/a%20b/'],
    ['C003', 'https://example.com/a b/', 'https://example.com/a%20b/'],
    [
      'C004',
      'https://example.com/q?sql=x+LIKE+%27%25admin%25%27',
      'https://example.com/q?sql=x+LIKE+%27%25admin%25%27',
    ],
    [
      'C005',
      'https://example.com/r?u=https%3A%2F%2Fexample.org%2F%3Fq%3Da%2520b%26f%5B0%5D%3D1%23x&k=1',
      'https://example.com/r?u=https%3A%2F%2Fexample.org%2F%3Fq%3Da%2520b%26f%5B0%5D%3D1%23x&k=1',
    ],
    ['C006', 'https://example.com/artists/käthe-k/', 'https://example.com/artists/k%C3%A4the-k/'],
    ['C006', 'https://example.com/artists/k%C3%A4the-k/', 'https://example.com/artists/k%C3%A4the-k/'],
    ['C008', 'https://example.com:1000/portal?', 'https://example.com:1000/portal?'],
    ['C009', "https://example.com/o'brien?x=1/2&y=2", "https://example.com/o'brien?x=1/2&y=2"],
    ['C019', 'https://example.inc/', 'https://example.inc/'],
    ['C019', 'https://example.museum/', 'https://example.museum/'],
    ['C019', 'https://example.xn--p1ai/', 'https://example.xn--p1ai/'],
    [
      'C022',
      'https://example.com/list?g=&region=A%20%2F%20B%20C area&s=1,2',
      'https://example.com/list?g=&region=A%20%2F%20B%20C%20area&s=1,2',
    ],
    ['C023', 'https://exämple.com/', 'https://xn--exmple-cua.com/'],
    ['C024', 'http://www.exämple.example', 'http://www.xn--exmple-cua.example/'],
    ['C028', 'https://unreachable.example:2342/', 'https://unreachable.example:2342/'],
    ['C087', 'https://example.com/Curtain_(disambiguation)', 'https://example.com/Curtain_(disambiguation)'],
  ])('%s %s', async (_case, given, stored) => {
    expect(await create(given)).toMatchObject({ status: 201, body: { long_url: stored } });
  });

  test('UTF-8 in the body stays UTF-8, with the charset named or not (C024)', async () => {
    const answer = await call(web, 'POST', '/links', {
      key: owner.key,
      body: { long_url: 'http://www.exämple.example' },
      headers: { 'Content-Type': 'application/json;charset=utf-8' },
    });
    expect(answer.body['long_url']).toBe('http://www.xn--exmple-cua.example/');
  });
});

describe('targets that are refused, on every path by the same judge (C017)', () => {
  const refused = [
    ['C014', 'mailto:a@example.com?subject=Test', 'url_scheme'],
    ['C015', 'market://details?id=a.b', 'url_scheme'],
    ['C015', 'tel:+15550100', 'url_scheme'],
    ['C016', 'javascript:alert(1)', 'url_scheme'],
    ['C016', ' JaVaScRiPt:alert(1)', 'url_scheme'],
    ['C016', 'java\tscript:alert(1)', 'url_characters'],
    ['C016', 'vbscript:x', 'url_scheme'],
    ['C017', 'data:text/html,<b>x</b>', 'url_scheme'],
    ['C017', 'ftp://example.com', 'url_scheme'],
    ['C017', 'file:///etc/passwd', 'url_scheme'],
    ['C026', 'https://user:pa%40ss@example.com/x', 'url_credentials'],
    ['C027', 'https://example.com@evil.example/', 'url_credentials'],
    ['C097', 'https://example.com/\r\nSet-Cookie: a=b', 'url_characters'],
    ['C111', 'http://s.test/', 'url_own_host'],
    ['C111', 'HTTP://S.TEST./abc', 'url_own_host'],
    ['LINK-1', `https://example.com/${'x'.repeat(2_048)}`, 'url_too_long'],
    ['API-6', 'example.com', 'url_invalid'],
    ['API-6', '', 'url_required'],
  ] as const;

  test.each(refused)('%s %j', async (_case, given, code) => {
    const answer = await create(given);
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toEqual([expect.objectContaining({ field: 'long_url', code })]);
  });

  test('credentials in a target are not repeated in the answer or the log (C026)', async () => {
    const answer = await create('https://user:hunter2@example.com/x');
    expect(answer.text).not.toContain('hunter2');
    expect(web.logLines.join('')).not.toContain('hunter2');
  });

  test('a blocked domain covers its subdomains (API-6)', async () => {
    await web.database.blockedDomains.add({ host: 'evil.example', reason: null, createdBy: null });
    const stop = web.container.startPolicyRefresh();
    await expect.poll(async () => (await create('https://www.evil.example/x')).status).toBe(400);
    expect((await create('https://notevil.example/x')).status).toBe(201);
    stop();
  });
});
