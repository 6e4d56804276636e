import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, member, request } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

let web: Web;
let owner: Awaited<ReturnType<typeof member>>;

beforeAll(async () => {
  web = await startWeb();
  owner = await member(web);
});
afterAll(() => web.close());

const target = { long_url: 'https://example.com/' };

describe('problems (API-2, RFC 9457)', () => {
  test('carry type, title, status, detail, code, errors and the request id', async () => {
    const answer = await call(web, 'POST', '/links', {
      body: { long_url: 'x' },
      headers: { 'X-Request-Id': 'my-request-1' },
    });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('x-request-id')).toBe('my-request-1');
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: expect.stringContaining('long_url: ') as string,
      code: 'invalid_input',
      errors: [{ field: 'long_url', code: 'url_invalid', message: expect.any(String) as string }],
      request_id: 'my-request-1',
    });
  });

  test.each(['short', 'with space inside', 'x'.repeat(65), 'a"b\\c,d;e;f'])(
    'a request id like %j is replaced',
    async (id) => {
      const answer = await call(web, 'GET', '/nowhere', { headers: { 'X-Request-Id': id } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test.each([
    ['{', 'malformed_json'],
    ['', 'malformed_json'],
    ['[]', 'invalid_type'],
    ['null', 'invalid_type'],
    ['"text"', 'invalid_type'],
    [`{"long_url":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'too_deep'],
  ])('the body %.20s is a 400 for the field "body"', async (body, code) => {
    const answer = await call(web, 'POST', '/links', {
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toEqual([expect.objectContaining({ field: 'body', code })]);
  });

  test.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/json; charset=latin1', {}],
    ['application/json', { 'Content-Encoding': 'gzip' }],
  ])('%s is a 415', async (type, more: Record<string, string>) => {
    const answer = await call(web, 'POST', '/links', {
      body: target,
      headers: { 'Content-Type': type, ...more },
    });
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });

  test('bytes that are not UTF-8 are a 400 (C024)', async () => {
    const response = await fetch(`${web.url}/api/v1/links`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.concat([
        Buffer.from('{"long_url":"https://ex'),
        Buffer.from([0xe4]),
        Buffer.from('mple.com"}'),
      ]),
    });
    expect(response.status).toBe(400);
  });

  test('a body that is too long is a 413, announced or not', async () => {
    const announced = await call(web, 'POST', '/links', { body: { ...target, notes: 'x'.repeat(40_000) } });
    expect(announced).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    const chunks = ['{"notes":"', ...Array.from({ length: 40 }, () => 'x'.repeat(1_000)), '"}'];
    const status = await rawStatus(
      'POST /api/v1/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n' +
        chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('') +
        '0\r\n\r\n',
    );
    expect(status).toBe('HTTP/1.1 413 Payload Too Large');
  });

  test('a client that goes on sending megabytes reads its 413, or its 401, instead of a reset connection', async () => {
    const body = { ...target, notes: 'x'.repeat(5_000_000) };
    for (let round = 0; round < 5; round++) {
      expect((await call(web, 'POST', '/links', { body })).status).toBe(413);
      expect((await call(web, 'POST', '/links/bulk', { body, key: 'brv_wrong' })).status).toBe(401);
    }
  });

  test.each([
    '/nowhere',
    '/links/a/b',
    '/links/',
    '/links/%E0%A4%A',
    '/links/%00',
    `/links/${'x'.repeat(90)}`,
    '/links/..%2Fx',
  ])('%.30s is a 404, never a 500 (C049)', async (path) => {
    const answer = await call(web, 'GET', path, { key: owner.key });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('methods', () => {
  test.each([
    ['PUT', '/links', 'POST, GET, HEAD, OPTIONS'],
    ['DELETE', '/links', 'POST, GET, HEAD, OPTIONS'],
    ['POST', '/links/abcdefg', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
    ['POST', '/links/abcdefg/stats', 'GET, HEAD, OPTIONS'],
  ])('%s %s is a 405 with Allow (C206, C207)', async (method, path, allow) => {
    const answer = await call(web, method, path, { key: owner.key });
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allow.split(', ').sort());
  });

  test('HEAD answers like GET, without a body', async () => {
    const { body } = await call(web, 'POST', '/links', { key: owner.key, body: target });
    const path = `/links/${body['code'] as string}`;
    const get = await call(web, 'GET', path, { key: owner.key });
    const head = await call(web, 'HEAD', path, { key: owner.key });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
  });

  test('a preflight of another origin is answered, and no cookie ever crosses origins', async () => {
    const answer = await call(web, 'OPTIONS', '/links', {
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('query parameters are read strictly', () => {
  test.each([
    ['?order=asc;select', 'order'],
    ['?order=desc%00', 'order'],
    ['?order[]=asc', 'order[]'],
    ['?sort=long_url', 'sort'],
    ['?sort=created_at;drop', 'sort'],
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=1e2', 'limit'],
    ['?cursor=nonsense', 'cursor'],
    ['?state=Active', 'state'],
    ['?page=2', 'page'],
    ['?search=%00', 'search'],
    ['?limit=1&limit=2', 'limit'],
  ])('GET /links%s is a 400 that names %s (C209)', async (query, field) => {
    const answer = await call(web, 'GET', `/links${query}`, { key: owner.key });
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toEqual([expect.objectContaining({ field })]);
  });

  test.each(['apiKey', 'token', 'access_token'])(
    'a key in ?%s= is refused and gets into no log (C211)',
    async (name) => {
      const answer = await call(web, 'GET', `/links?${name}=${owner.key}`);
      expect(answer.status).toBe(400);
      expect(answer.body['errors']).toEqual([
        expect.objectContaining({ field: name, code: 'secret_in_query' }),
      ]);
      await call(web, 'GET', '/links', { key: owner.key });
      await call(web, 'GET', '/links', { key: `${owner.key.slice(0, -1)}!` });
      const log = web.logLines.join('');
      expect(log).toContain('/api/v1/links');
      expect(log).not.toContain(owner.key.slice(0, 30));
    },
  );
});

describe('the server', () => {
  test('answers /v1 like /api/v1', async () => {
    const answer = await request(`${web.url}/v1/links`, 'POST', { body: target });
    expect(answer.status).toBe(201);
  });

  test('answers /healthz and /readyz, HEAD too, with one Content-Length (C080)', async () => {
    expect(await request(`${web.url}/healthz`, 'GET')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect((await request(`${web.url}/healthz`, 'HEAD')).headers.get('content-length')).toBe('15');
    expect(await request(`${web.url}/readyz`, 'GET')).toMatchObject({
      status: 200,
      body: { engines: { store: 'ok' } },
    });
  });

  test('sends headers that forbid framing and sniffing', async () => {
    const { headers } = await request(`${web.url}/healthz`, 'GET');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('serves its OpenAPI document and a page to read it, from its own origin', async () => {
    const document = await request(`${web.url}/api/v1/openapi.json`, 'GET');
    expect(document).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
    const moved = await request(`${web.url}/api/v1/docs`, 'GET');
    expect(moved.headers.get('location')).toBe('/docs');
    const page = await request(`${web.url}/docs`, 'GET');
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/https?:\/\//);
    for (const [, path] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await request(`${web.url}${path ?? ''}`, 'GET')).status).toBe(200);
    }
    expect((await request(`${web.url}/docs/package.json`, 'GET')).status).toBe(404);
  });

  test('has no end point that records a click (C165)', async () => {
    const answer = await call(web, 'POST', '/links/abcdefg/click', { key: owner.key });
    expect(answer.status).toBe(404);
  });
});

/** Status line of the answer to bytes as they are. */
function rawStatus(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(web.port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.includes('\r\n')) {
        resolve(answer.split('\r\n')[0] ?? '');
        socket.destroy();
      }
    });
    socket.on('error', reject);
  });
}
