import { engines } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, member } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

let web: Web;
let owner: Awaited<ReturnType<typeof member>>;

beforeAll(async () => {
  web = await startWeb({ redisUrl: engines().redisUrl });
  owner = await member(web);
});
afterAll(() => web.close());

const create = (body: object) => call(web, 'POST', '/links', { key: owner.key, body });
const fields = (body: Record<string, unknown>) =>
  (body['errors'] as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('POST /links', () => {
  test('answers 201 with the link and its Location', async () => {
    const answer = await create({ long_url: 'https://example.com/a' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      long_url: 'https://example.com/a',
      expires_at: null,
      state: 'active',
    });
    const code = answer.body['code'] as string;
    expect(code).toMatch(/^[0-9A-Za-z]{7}$/);
    expect(answer.body['short_url']).toBe(`http://s.test/${code}`);
    expect(answer.headers.get('location')).toBe(`http://brevia.test/api/v1/links/${code}`);
    expect(answer.body['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const read = await call(web, 'GET', `/links/${code}`, { key: owner.key });
    expect(read).toMatchObject({ status: 200, body: answer.body });
  });

  test('keeps every field, and never tells whose link it is', async () => {
    const link = {
      long_url: 'https://example.com/all',
      permanent: true,
      forward_query: true,
      title: 'Ein Titel 🎉',
      notes: 'two\nlines',
      tags: ['a', 'b'],
      expires_at: inAnHour(),
    };
    const answer = await create(link);
    expect(answer).toMatchObject({ status: 201, body: link });
    expect(answer.text).not.toContain(owner.userId);
    expect(answer.text).not.toContain(owner.workspaceId);
  });

  test('writes through to Redis, so that the first redirect needs no look at the store (section 1)', async () => {
    const { body } = await create({ long_url: 'https://example.com/through' });
    const { createLinkCache } = await import('@brevia/cache');
    const cached = await createLinkCache(web.redis).get({ domain: 'default', code: body['code'] as string });
    expect(cached?.link?.longUrl).toBe('https://example.com/through');
  });

  test('is open to anybody, and the link then belongs to nobody (API-1)', async () => {
    const answer = await call(web, 'POST', '/links', { body: { long_url: 'https://example.com/anonymous' } });
    expect(answer.status).toBe(201);
    const read = await call(web, 'GET', `/links/${answer.body['code'] as string}`, { key: owner.key });
    expect(read.status).toBe(403);
  });

  test.each([
    [{}, ['long_url required']],
    [{ long_url: 7 }, ['long_url invalid_type']],
    [{ long_url: 'https://example.com', longUrl: 'x' }, ['longUrl unknown_field']],
    [
      { long_url: 'https://example.com', domain: 'x', colour: 1 },
      ['domain unknown_field', 'colour unknown_field'],
    ],
    [{ long_url: 'https://example.com', tags: ['ok', ''] }, ['tags.1 too_small']],
    [{ long_url: 'https://example.com', title: 'x'.repeat(201) }, ['title too_big']],
    [{ long_url: 'https://example.com', title: 'nul\u0000' }, ['title invalid_value']],
    [{ long_url: 'https://example.com', notes: '\ud800' }, ['notes invalid_value']],
    [{ long_url: 'https://example.com', permanent: 'false' }, ['permanent invalid_type']],
  ])('%j is a 400 that names the field', async (body, expected) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(fields(answer.body)).toEqual(expected);
  });

  test.each([
    ['in the past', new Date(Date.now() - 1_000).toISOString(), 'in_the_past'],
    ['now', new Date().toISOString(), 'in_the_past'],
    ['an empty string', '', 'invalid_time'],
    ['zero', 0, 'invalid_value'],
    ['a number of seconds', 4_102_444_800, 'invalid_value'],
    ['a local time', '2030-01-01T00:00:00', 'invalid_time'],
    ['a date', '2030-01-01', 'invalid_time'],
    ['no such day', '2030-02-30T00:00:00Z', 'invalid_time'],
    ['a year of five digits', '+010000-01-01T00:00:00Z', 'invalid_time'],
    ['past the year 9999 by its offset', '9999-12-31T23:59:59-01:00', 'out_of_range'],
    ['of the year 1', '0001-01-01T00:00:00Z', 'out_of_range'],
  ])('an expiry that is %s is a 400 (C106, C107, C175)', async (_name, expiresAt, code) => {
    const answer = await create({ long_url: 'https://example.com', expires_at: expiresAt });
    expect(answer.status).toBe(400);
    expect(fields(answer.body)).toEqual([`expires_at ${code}`]);
  });

  test('an expiry with an offset is kept as the same instant, in UTC (C106)', async () => {
    const answer = await create({ long_url: 'https://example.com', expires_at: '2090-06-01T14:00:00+02:00' });
    expect(answer.body['expires_at']).toBe('2090-06-01T12:00:00.000Z');
  });

  test.each([{}, { expires_at: null }])('without an expiry (%j) it never expires (C107)', async (extra) => {
    const answer = await create({ long_url: 'https://example.com', ...extra });
    expect(answer.body).toMatchObject({ expires_at: null, state: 'active' });
  });

  test('two links to the same address are two links (C042)', async () => {
    const [a, b] = await Promise.all([
      create({ long_url: 'https://example.com/x' }),
      create({ long_url: 'https://example.com/X' }),
    ]);
    expect(a.body['code']).not.toBe(b.body['code']);
    expect([a.body['long_url'], b.body['long_url']]).toEqual([
      'https://example.com/x',
      'https://example.com/X',
    ]);
  });

  test('five parallel creates get five codes (C057)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create({ long_url: 'https://example.com/p' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body['code'])).size).toBe(5);
  });
});

describe('POST /links/bulk', () => {
  test('answers for each item alone, in their order', async () => {
    const answer = await call(web, 'POST', '/links/bulk', {
      key: owner.key,
      body: {
        links: [
          { long_url: 'https://example.com/1', title: '🎉🎉' },
          { long_url: 'javascript:alert(1)' },
          { long_url: 'https://example.com/3', custom_alias: 'bulk-three' },
          { long_url: 'https://example.com/4', custom_alias: 'Bulk-Three' },
          { long_url: 'https://example.com/5', longUrl: 'x' },
          'nonsense',
        ],
      },
    });
    expect(answer.status).toBe(207);
    const results = answer.body['results'] as {
      status: number;
      link?: object;
      error?: { code: string; errors: object[] };
    }[];
    expect(results.map(({ status }) => status)).toEqual([201, 400, 201, 409, 400, 400]);
    expect(results[0]?.link).toMatchObject({ long_url: 'https://example.com/1', title: '🎉🎉' });
    expect(results[1]?.error).toMatchObject({
      code: 'invalid_input',
      detail: expect.stringMatching(/^long_url: /) as string,
      errors: [{ field: 'long_url', code: 'url_scheme' }],
    });
    expect(results[3]?.error).toMatchObject({ code: 'alias_taken', errors: [{ field: 'custom_alias' }] });
    expect(results[4]?.error).toMatchObject({ errors: [{ field: 'longUrl', code: 'unknown_field' }] });
  });

  test.each([[[]], [Array.from({ length: 101 }, () => ({ long_url: 'https://example.com' }))]])(
    'takes 1 to 100 items',
    async (links) => {
      const answer = await call(web, 'POST', '/links/bulk', { key: owner.key, body: { links } });
      expect(answer.status).toBe(400);
      expect(fields(answer.body)[0]).toMatch(/^links too_/);
    },
  );
});

describe('PATCH /links/{code}', () => {
  const patch = (code: unknown, body: object) =>
    call(web, 'PATCH', `/links/${code as string}`, { key: owner.key, body });

  test('null clears an expiry, alone and beside other fields; missing leaves it (C166, C167, C168)', async () => {
    const before = (
      await create({
        long_url: 'https://example.com',
        expires_at: inAnHour(),
        title: 't',
        notes: 'n',
        tags: ['x'],
      })
    ).body;
    const titled = await patch(before['code'], { title: 'u' });
    expect(titled.body).toMatchObject({
      title: 'u',
      expires_at: before['expires_at'],
      notes: 'n',
      tags: ['x'],
    });
    const cleared = await patch(before['code'], { expires_at: null });
    expect(cleared).toMatchObject({
      status: 200,
      body: { expires_at: null, title: 'u', notes: 'n', tags: ['x'] },
    });
    await patch(before['code'], { expires_at: inAnHour() });
    const both = await patch(before['code'], { title: null, expires_at: null });
    expect(both.body).toMatchObject({ title: null, expires_at: null, notes: 'n', enabled: true });
    expect(both.body['version']).toBe(5);
    expect((await patch(before['code'], { tags: null, notes: null })).body).toMatchObject({
      tags: [],
      notes: null,
    });
  });

  test('an empty string is no expiry, and the past is refused (C166, C175)', async () => {
    const { code } = (await create({ long_url: 'https://example.com', expires_at: inAnHour() })).body;
    expect((await patch(code, { expires_at: '' })).status).toBe(400);
    expect((await patch(code, { expires_at: '2001-01-01T00:00:00Z' })).status).toBe(400);
  });

  test('a target that differs only by a question mark can be set (C008)', async () => {
    const { code } = (await create({ long_url: 'https://example.com:1000/portal?' })).body;
    const answer = await patch(code, { long_url: 'https://example.com:1000/portal?' });
    expect(answer).toMatchObject({ status: 200, body: { long_url: 'https://example.com:1000/portal?' } });
  });

  test.each([['code'], ['custom_alias'], ['workspace_id'], ['version'], ['short_url']])(
    '%s can not be changed',
    async (name) => {
      const { code } = (await create({ long_url: 'https://example.com' })).body;
      const answer = await patch(code, { [name]: 'abcdefg' });
      expect(answer.status).toBe(400);
      expect(fields(answer.body)).toEqual([`${name} unknown_field`]);
    },
  );

  test('applies the same rules to the target as a create (C017)', async () => {
    const { code } = (await create({ long_url: 'https://example.com' })).body;
    for (const bad of ['javascript:alert(1)', 'ftp://example.com', 'http://s.test/abc', null, '']) {
      expect((await patch(code, { long_url: bad })).status).toBe(400);
    }
  });
});

describe('DELETE and restore', () => {
  test('a deleted link is gone from the API, its alias stays taken, and a restore brings it back (LINK-3, C101)', async () => {
    const link = { long_url: 'https://example.com/d', custom_alias: 'delete-me' };
    expect((await create(link)).status).toBe(201);
    const options = { key: owner.key };
    const deleted = await call(web, 'DELETE', '/links/delete-me', options);
    expect(deleted).toMatchObject({ status: 204, text: '' });
    expect((await call(web, 'GET', '/links/delete-me', options)).status).toBe(404);
    expect((await call(web, 'PATCH', '/links/delete-me', { ...options, body: { title: 'x' } })).status).toBe(
      404,
    );
    expect((await call(web, 'DELETE', '/links/delete-me', options)).status).toBe(404);
    expect((await call(web, 'GET', '/links/delete-me/stats', options)).status).toBe(404);
    expect((await create(link)).status).toBe(409);
    const trash = await call(web, 'GET', '/links?state=deleted', options);
    expect(trash.body['data']).toEqual([expect.objectContaining({ code: 'delete-me', state: 'deleted' })]);
    const restored = await call(web, 'POST', '/links/delete-me/restore', options);
    expect(restored).toMatchObject({ status: 200, body: { state: 'active', deleted_at: null } });
    expect((await call(web, 'POST', '/links/delete-me/restore', options)).status).toBe(404);
  });

  test('a delete leaves a tombstone in Redis at once (RED-4, C102)', async () => {
    const code = (await create({ long_url: 'https://example.com/tomb' })).body['code'] as string;
    await call(web, 'DELETE', `/links/${code}`, { key: owner.key });
    const { createLinkCache } = await import('@brevia/cache');
    expect(await createLinkCache(web.redis).get({ domain: 'default', code })).toMatchObject({ link: null });
  });
});
