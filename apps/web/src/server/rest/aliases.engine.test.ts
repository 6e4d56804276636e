import type { CodeSource } from '@brevia/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, member } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

let web: Web;
let owner: Awaited<ReturnType<typeof member>>;
/** Codes that the generator is made to give next. */
const stubbed: string[] = [];

beforeAll(async () => {
  const codes = (real: CodeSource): CodeSource => ({ ...real, next: () => stubbed.shift() ?? real.next() });
  web = await startWeb({ codes });
  owner = await member(web);
});
afterAll(() => web.close());

const create = (
  custom_alias: unknown,
  long_url = 'https://example.com/',
  key: string | undefined = owner.key,
) => call(web, 'POST', '/links', { ...(key === undefined ? {} : { key }), body: { long_url, custom_alias } });

describe('custom aliases', () => {
  test('are kept exactly as given', async () => {
    expect((await create('Spring-Sale_26')).body).toMatchObject({ code: 'Spring-Sale_26', is_custom: true });
  });

  test('50 parallel requests for one: exactly one 201, 49 times 409 (ALIAS-3, C057)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => create('race-me', `https://example.com/${i}`)),
    );
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    const read = await call(web, 'GET', '/links/race-me', { key: owner.key });
    expect(read.body['long_url']).toBe(won[0]?.body['long_url']);
  });

  test('one that is taken is 409 with free suggestions, and tells nothing of the other link (C062)', async () => {
    const stranger = await member(web);
    await create('popular', 'https://example.com/secret-target');
    const answer = await create('popular', 'https://example.com/b', stranger.key);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'alias_taken', errors: [{ field: 'custom_alias', code: 'alias_taken' }] },
    });
    expect(answer.text).not.toContain('secret-target');
    const suggestions = answer.body['suggestions'] as string[];
    expect(suggestions.length).toBeGreaterThan(0);
    for (const suggestion of suggestions) expect((await create(suggestion)).status).toBe(201);
  });

  test('one that differs only by case is 409 (ALIAS-1)', async () => {
    expect((await create('Digg')).status).toBe(201);
    expect((await create('dIGG')).status).toBe(409);
  });

  test.each([
    'my link',
    ' lead',
    'trail ',
    'a\u00a0b',
    'tab\tx',
    'challenge/sing',
    'a/b',
    'script.py',
    'image.png',
    'a.json',
    '..',
    '.well-known',
    '🍞🍞🍞',
    '\u2163ab',
    'cafe\u0301',
    '-abc',
    'abc_',
    'ab',
    'a'.repeat(21),
    '',
    'a%2Fb',
  ])(
    '%j is a 400 and is never changed silently (C046, C047, C064, C066, C067, C070, C071)',
    async (alias) => {
      const answer = await create(alias);
      expect(answer.status).toBe(400);
      expect(answer.body['errors']).toEqual([expect.objectContaining({ field: 'custom_alias' })]);
    },
  );

  test.each([
    'api',
    'admin',
    'login',
    'dashboard',
    'qr',
    'health',
    'healthz',
    'metrics',
    'robots.txt',
    'favicon.ico',
    'sitemap.xml',
    '_next',
    'static',
    'API',
    'Admin',
    '%61pi',
    'ａｐｉ',
  ])('%s is reserved (C068, ALIAS-2)', async (alias) => {
    expect(await create(alias)).toMatchObject({ status: 400, body: { code: 'alias_reserved' } });
  });

  test('a word that an admin reserved is refused by the next refresh (ALIAS-2)', async () => {
    await web.database.reservedWords.add({ word: 'ourbrand', createdBy: null });
    const stop = web.container.startPolicyRefresh();
    await expect.poll(async () => (await create('OurBrand')).body['code']).toBe('alias_reserved');
    stop();
  });
});

describe('generated codes', () => {
  test('one that a custom alias holds already is skipped (CODE-3, C060)', async () => {
    expect((await create('Abc1234', 'https://example.com/alias')).status).toBe(201);
    stubbed.push('Abc1234', 'Xyz9876');
    const answer = await call(web, 'POST', '/links', {
      key: owner.key,
      body: { long_url: 'https://example.com/new' },
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { code: 'Xyz9876', long_url: 'https://example.com/new' },
    });
  });

  test('one that was given out before never opens the other link (C061)', async () => {
    stubbed.push('Twice00');
    await call(web, 'POST', '/links', { key: owner.key, body: { long_url: 'https://example.com/first' } });
    stubbed.push('Twice00');
    const second = await call(web, 'POST', '/links', {
      key: owner.key,
      body: { long_url: 'https://example.com/second' },
    });
    expect(second.body['code']).not.toBe('Twice00');
    const read = await call(web, 'GET', `/links/${second.body['code'] as string}`, { key: owner.key });
    expect(read.body['long_url']).toBe('https://example.com/second');
  });

  test('a generator that repeats itself for ever ends in 503, reported, not in a loop (C060)', async () => {
    stubbed.push(...Array.from({ length: 10 }, () => 'Twice00'));
    const answer = await call(web, 'POST', '/links', {
      key: owner.key,
      body: { long_url: 'https://example.com/third' },
    });
    stubbed.length = 0;
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(web.problems.map(({ what }) => what)).toContain('no free generated code');
  });
});
