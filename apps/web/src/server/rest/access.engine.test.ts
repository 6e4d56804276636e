import { issueApiKey } from '@brevia/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, member, trpc } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

let web: Web;
let owner: Awaited<ReturnType<typeof member>>;
let stranger: Awaited<ReturnType<typeof member>>;
let code: string;

beforeAll(async () => {
  web = await startWeb();
  owner = await member(web);
  stranger = await member(web);
  const created = await call(web, 'POST', '/links', {
    key: owner.key,
    body: { long_url: 'https://example.com/mine' },
  });
  code = created.body['code'] as string;
});
afterAll(() => web.close());

/** Every call about one link. */
const calls = [
  ['GET', '', undefined],
  ['PATCH', '', { title: 'taken over' }],
  ['DELETE', '', undefined],
  ['POST', '/restore', undefined],
  ['GET', '/stats', undefined],
  ['GET', '/analytics', undefined],
  ['GET', '/qr', undefined],
] as const;

describe('whose link it is (STAT-1, C198)', () => {
  test.each(calls)(
    '%s /links/{code}%s of a stranger: 403, 404 where there is no link',
    async (method, rest, body) => {
      const options = { key: stranger.key, ...(body === undefined ? {} : { body }) };
      const foreign = await call(web, method, `/links/${code}${rest}`, options);
      // Only a deleted link can be restored, and this one is not.
      expect(foreign.status).toBe(rest === '/restore' ? 404 : 403);
      expect(foreign.text).not.toContain('example.com/mine');
      expect((await call(web, method, `/links/zzzzzzz${rest}`, options)).status).toBe(404);
    },
  );

  test.each(calls)('%s /links/{code}%s of nobody: 401', async (method, rest, body) => {
    const answer = await call(web, method, `/links/${code}${rest}`, body === undefined ? {} : { body });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="brevia"');
  });

  test('a stranger can not restore a deleted link either', async () => {
    const { body } = await call(web, 'POST', '/links', {
      key: owner.key,
      body: { long_url: 'https://example.com/gone' },
    });
    const path = `/links/${body['code'] as string}`;
    await call(web, 'DELETE', path, { key: owner.key });
    expect((await call(web, 'POST', `${path}/restore`, { key: stranger.key })).status).toBe(403);
    expect((await call(web, 'POST', `${path}/restore`, { key: owner.key })).status).toBe(200);
  });

  test('lists hold the own links only', async () => {
    const answer = await call(web, 'GET', '/links', { key: stranger.key });
    expect(answer).toMatchObject({ status: 200, body: { data: [], next_cursor: null } });
  });

  test('after all that the link is as it was', async () => {
    const answer = await call(web, 'GET', `/links/${code}`, { key: owner.key });
    expect(answer.body).toMatchObject({ title: null, version: 1, state: 'active' });
  });

  test('an admin may see and delete an anonymous link, a member may not', async () => {
    const admin = await member(web);
    await web.database.users.setRole(admin.userId, 'admin');
    const anonymous = await call(web, 'POST', '/links', {
      body: { long_url: 'https://example.com/anonymous' },
    });
    const input = { code: anonymous.body['code'] };
    const cookie = { cookie: admin.cookie };
    expect((await trpc(web, 'query', 'links.get', input, { cookie: owner.cookie })).status).toBe(403);
    expect((await trpc(web, 'query', 'links.get', input, cookie)).status).toBe(200);
    expect((await trpc(web, 'mutation', 'links.delete', input, cookie)).status).toBe(200);
  });
});

describe("an admin's API key (STAT-1)", () => {
  test('reaches links and numbers of other workspaces, within its scopes', async () => {
    const admin = await member(web, ['stats:read']);
    const path = `/links/${code}/stats`;
    expect((await call(web, 'GET', path, { key: admin.key })).status).toBe(403);
    await web.database.users.setRole(admin.userId, 'admin');
    const second = await issueApiKey(web.database.apiKeys, {
      userId: admin.userId,
      workspaceId: admin.workspaceId,
      name: 'admin',
      scopes: ['stats:read'],
      expiresAt: null,
    });
    // 503: this server runs without ClickHouse, and says so only to those who may ask.
    expect((await call(web, 'GET', path, { key: second.secret })).status).toBe(503);
    expect((await call(web, 'DELETE', `/links/${code}`, { key: second.secret })).status).toBe(403);
  });
});

describe('API keys (API-1)', () => {
  test.each([
    'Bearer nonsense',
    'Bearer brv_0000000000000000000000000000000000000000000',
    'Basic YTpi',
    'Bearer',
    '',
  ])('a bad one (%j) is a 401, also where anybody may create', async (authorization) => {
    const answer = await call(web, 'POST', '/links', {
      body: { long_url: 'https://example.com/' },
      headers: { Authorization: authorization },
    });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test.each([
    ['links:read', 'POST', '/links', { long_url: 'https://example.com/' }],
    ['links:write', 'GET', '/links', undefined],
    ['links:read', 'GET', '/links/{code}/stats', undefined],
    ['stats:read', 'GET', '/links/{code}', undefined],
    ['links:read', 'DELETE', '/links/{code}', undefined],
  ] as const)('with %s alone %s %s is a 403', async (scope, method, path, body) => {
    const key = await keyWith([scope]);
    const answer = await call(web, method, path.replace('{code}', code), {
      key,
      ...(body === undefined ? {} : { body }),
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(answer.headers.get('www-authenticate')).toContain('insufficient_scope');
  });

  test('an expired one is a 401', async () => {
    const key = await keyWith(['links:read'], new Date(Date.now() - 1_000));
    expect((await call(web, 'GET', '/links', { key })).status).toBe(401);
  });

  test('is made in the dashboard, shown once, listed without its secret, and dead once revoked', async () => {
    const cookie = { cookie: owner.cookie };
    const created = await trpc(
      web,
      'mutation',
      'apiKeys.create',
      { name: 'ci', scopes: ['links:read'] },
      cookie,
    );
    const { secret, id } = dataOf(created) as { secret: string; id: string };
    expect(secret).toMatch(/^brv_[0-9A-Za-z]{43}$/);
    expect((await call(web, 'GET', '/links', { key: secret })).status).toBe(200);
    const list = await trpc(web, 'query', 'apiKeys.list', undefined, cookie);
    expect(list.text).toContain(secret.slice(0, 10));
    expect(list.text).not.toContain(secret.slice(0, 20));
    expect((await trpc(web, 'mutation', 'apiKeys.revoke', { id }, { cookie: stranger.cookie })).status).toBe(
      404,
    );
    expect((await trpc(web, 'mutation', 'apiKeys.revoke', { id }, cookie)).status).toBe(200);
    expect((await call(web, 'GET', '/links', { key: secret })).status).toBe(401);
  });

  test('are not refused because somebody else signs in at that moment', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => keyWith(['links:read'])));
    const calls = keys.map(async (key) => {
      const answer = call(web, 'GET', '/links', { key });
      web.container.forgetCredentials();
      return (await answer).status;
    });
    const forgetting = setInterval(web.container.forgetCredentials, 1);
    const sessions = Array.from({ length: 20 }, () => call(web, 'GET', '/links', { cookie: owner.cookie }));
    const statuses = [
      ...(await Promise.all(calls)),
      ...(await Promise.all(sessions)).map(({ status }) => status),
    ];
    clearInterval(forgetting);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('can not make another key', async () => {
    const answer = await trpc(
      web,
      'mutation',
      'apiKeys.create',
      { name: 'x', scopes: ['links:read'] },
      { key: owner.key },
    );
    expect(answer.status).toBe(403);
  });

  test('is stored as a hash only', async () => {
    const rows = await web.database.client.apiKey.findMany();
    expect(JSON.stringify(rows)).not.toContain(owner.key);
  });
});

describe('the session cookie on REST', () => {
  test('reads, so that the dashboard can offer a download as a plain link', async () => {
    expect((await call(web, 'GET', `/links/${code}`, { cookie: owner.cookie })).status).toBe(200);
    expect((await call(web, 'GET', `/links/${code}`, { cookie: stranger.cookie })).status).toBe(403);
  });

  test('changes nothing for a page of another site (C206, C207)', async () => {
    const headers = { Origin: 'https://evil.example' };
    const body = { long_url: 'https://evil.example/' };
    const foreign = { cookie: owner.cookie, headers };
    expect((await call(web, 'PATCH', `/links/${code}`, { ...foreign, body })).status).toBe(403);
    expect((await call(web, 'DELETE', `/links/${code}`, foreign)).status).toBe(403);
    expect((await call(web, 'GET', `/links/${code}`, { key: owner.key })).body['version']).toBe(1);
  });
});

describe('anonymous creates', () => {
  test('can be turned off by the operator (API-1)', async () => {
    await using closed = await startWeb({
      databaseUrl: web.databaseUrl,
      settings: { allowAnonymous: false },
    });
    const body = { long_url: 'https://example.com/' };
    expect((await call(closed, 'POST', '/links', { body })).status).toBe(401);
    expect((await call(closed, 'POST', '/links/bulk', { body: { links: [body] } })).status).toBe(401);
    expect((await call(closed, 'POST', '/links', { body, key: owner.key })).status).toBe(201);
  });
});

async function keyWith(
  scopes: ('links:read' | 'links:write' | 'stats:read')[],
  expiresAt: Date | null = null,
) {
  const { userId, workspaceId } = owner;
  return (await issueApiKey(web.database.apiKeys, { userId, workspaceId, name: 'scoped', scopes, expiresAt }))
    .secret;
}

function dataOf(answer: { body: Record<string, unknown> }): unknown {
  return (answer.body['result'] as { data: { json: unknown } }).data.json;
}
