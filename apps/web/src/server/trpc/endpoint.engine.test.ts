import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { member, request, trpc } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

let web: Web;
let owner: Awaited<ReturnType<typeof member>>;

beforeAll(async () => {
  web = await startWeb();
  owner = await member(web);
});
afterAll(() => web.close());

const longUrl = 'https://example.com/';
const encode = (value: unknown) => encodeURIComponent(JSON.stringify(value));

describe('/api/trpc', () => {
  test('creates and lists for the signed-in user, with dates as dates (superjson)', async () => {
    const created = await trpc(
      web,
      'mutation',
      'links.create',
      { longUrl, title: 'mine' },
      { cookie: owner.cookie },
    );
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({
      result: { data: { json: { title: 'mine' }, meta: { values: { createdAt: ['Date'] } } } },
    });
    const list = await trpc(web, 'query', 'links.list', {}, { cookie: owner.cookie });
    expect(list.body).toMatchObject({
      result: { data: { json: { items: [{ title: 'mine' }], nextCursor: null } } },
    });
  });

  test('tells who is signed in', async () => {
    const me = await trpc(web, 'query', 'me.get', undefined, { cookie: owner.cookie });
    expect(me.body).toMatchObject({
      result: {
        data: {
          json: {
            user: { email: owner.email, isAdmin: false },
            workspaceId: owner.workspaceId,
            workspaces: [{ role: 'owner' }],
          },
        },
      },
    });
    expect((await trpc(web, 'query', 'me.get', undefined)).status).toBe(401);
  });

  test('errors carry our code, fields and suggestions, and never a stack', async () => {
    const answer = await trpc(
      web,
      'mutation',
      'links.create',
      { longUrl: 'javascript:alert(1)', colour: 1 },
      { cookie: owner.cookie },
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: {
        json: {
          data: {
            code: 'BAD_REQUEST',
            brevia: { code: 'invalid_input', fields: [{ field: 'colour', code: 'unknown_field' }] },
          },
        },
      },
    });
    expect(answer.text).not.toContain('stack');
    const taken = { longUrl, customAlias: 'trpc-taken' };
    await trpc(web, 'mutation', 'links.create', taken, { cookie: owner.cookie });
    const again = await trpc(web, 'mutation', 'links.create', taken, { cookie: owner.cookie });
    expect(again.status).toBe(409);
    const { suggestions } = (
      again.body as { error: { json: { data: { brevia: { suggestions: string[] } } } } }
    ).error.json.data.brevia;
    expect(suggestions.length).toBeGreaterThan(0);
  });

  test('an unknown error reaches clients as "internal" without its message, and the log with its request id', async () => {
    await using broken = await startWeb({
      databaseUrl: web.databaseUrl,
      codes: () => ({
        next: () => {
          throw new Error('secret insides');
        },
        warm: () => Promise.resolve(),
      }),
    });
    const answer = await trpc(
      broken,
      'mutation',
      'links.create',
      { longUrl },
      { headers: { 'X-Request-Id': 'find-me-again' } },
    );
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret insides');
    expect(answer.text).toContain('find-me-again');
    expect(broken.logLines.find((line) => line.includes('secret insides'))).toContain('find-me-again');
    const rest = await request(`${broken.url}/api/v1/links`, 'POST', { body: { long_url: longUrl } });
    expect(rest).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(rest.text).not.toContain('secret insides');
  });

  test('a batch has a limit (C187)', async () => {
    const batch = (count: number) => {
      const input = Object.fromEntries(
        Array.from({ length: count }, (_, i) => [i, { json: { alias: `some-alias-${i}` } }]),
      );
      const path = Array.from({ length: count }, () => 'links.checkAlias').join(',');
      return request(`${web.url}/api/trpc/${path}?batch=1&input=${encode(input)}`, 'GET', {
        cookie: owner.cookie,
      });
    };
    expect((await batch(3)).status).toBe(200);
    expect((await batch(21)).status).toBe(400);
    const commas = await request(`${web.url}/api/trpc/${','.repeat(1_000)}?batch=1`, 'GET');
    expect(commas.status).toBe(400);
    expect(commas.text.length).toBeLessThan(2_000);
  });

  test('each create of a batch counts against the limit (C187)', async () => {
    await using strict = await startWeb({ databaseUrl: web.databaseUrl, settings: { limitPerUser: 3 } });
    const input = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [i, { json: { longUrl } }]));
    const answer = await request(
      `${strict.url}/api/trpc/${Array(5).fill('links.create').join(',')}?batch=1`,
      'POST',
      {
        cookie: owner.cookie,
        body: input,
      },
    );
    const parts = answer.body as unknown as { error?: { json: { data: { httpStatus: number } } } }[];
    expect(parts.filter((part) => part.error?.json.data.httpStatus === 429)).toHaveLength(2);
  });

  test('a mutation does not answer to GET (C206)', async () => {
    const answer = await request(
      `${web.url}/api/trpc/links.create?input=${encode({ json: { longUrl } })}`,
      'GET',
      { cookie: owner.cookie },
    );
    expect(answer.status).toBe(405);
  });

  test.each([
    ['a foreign Origin', { Origin: 'https://evil.example' }],
    ['the opaque Origin', { Origin: 'null' }],
    ['a foreign site without Origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sister site', { 'Sec-Fetch-Site': 'same-site' }],
  ])('a change with our cookie from %s is a 403 (C206)', async (_name, headers: Record<string, string>) => {
    const answer = await trpc(
      web,
      'mutation',
      'links.create',
      { longUrl },
      { cookie: owner.cookie, headers },
    );
    expect(answer.status).toBe(403);
  });

  test.each([
    ['the public address', () => 'http://brevia.test'],
    ['the address that the page was served from', () => web.url],
  ])('a change from %s is fine', async (_name, origin) => {
    const answer = await trpc(
      web,
      'mutation',
      'links.create',
      { longUrl },
      { cookie: owner.cookie, headers: { Origin: origin() } },
    );
    expect(answer.status).toBe(200);
  });

  test('checks an alias live', async () => {
    const check = async (alias: string) =>
      (
        (await trpc(web, 'query', 'links.checkAlias', { alias }, { cookie: owner.cookie })).body as {
          result: { data: { json: object } };
        }
      ).result.data.json;
    expect(await check('free-as-a-bird')).toEqual({ available: true, reason: null, suggestions: [] });
    expect(await check('admin')).toMatchObject({ available: false, reason: { code: 'alias_reserved' } });
    await trpc(
      web,
      'mutation',
      'links.create',
      { longUrl, customAlias: 'check-me' },
      { cookie: owner.cookie },
    );
    expect(await check('Check-Me')).toMatchObject({ available: false, reason: { code: 'alias_taken' } });
  });
});
