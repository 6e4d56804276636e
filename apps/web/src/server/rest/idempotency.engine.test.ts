import { randomUUID } from 'node:crypto';
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

const create = (idempotencyKey: string, body: object, key = owner.key) =>
  call(web, 'POST', '/links', { key, body, headers: { 'Idempotency-Key': idempotencyKey } });
const countLinks = () => web.database.client.link.count({ where: { workspaceId: owner.workspaceId } });

describe('Idempotency-Key (API-4)', () => {
  test('the same key and body give the same answer, once', async () => {
    const key = randomUUID();
    const body = { long_url: 'https://example.com/once', title: 't' };
    const first = await create(key, body);
    const second = await create(key, { title: 't', long_url: 'https://example.com/once' });
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  });

  test('20 parallel requests make one link (C058)', async () => {
    const before = await countLinks();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create(key, { long_url: 'https://example.com/burst' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await countLinks()).toBe(before + 1);
  });

  test('the same key with another body is a 409 and does nothing (C181)', async () => {
    const key = randomUUID();
    await create(key, { long_url: 'https://example.com/A' });
    const before = await countLinks();
    const answer = await create(key, { long_url: 'https://example.com/B' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
    expect(await countLinks()).toBe(before);
  });

  test('a key belongs to its sender', async () => {
    const key = randomUUID();
    const stranger = await member(web);
    const mine = await create(key, { long_url: 'https://example.com/mine' });
    const theirs = await create(key, { long_url: 'https://example.com/theirs' }, stranger.key);
    expect(theirs.status).toBe(201);
    expect(theirs.body['code']).not.toBe(mine.body['code']);
  });

  test('a request that failed may be tried again with its key', async () => {
    const key = randomUUID();
    const alias = 'idem-alias';
    await create(randomUUID(), { long_url: 'https://example.com/1', custom_alias: alias });
    expect((await create(key, { long_url: 'https://example.com/2', custom_alias: alias })).status).toBe(409);
    expect((await create(key, { long_url: 'https://example.com/3' })).status).toBe(201);
  });

  test('a repeated alias is the same 201, not a 409 against oneself', async () => {
    const key = randomUUID();
    const body = { long_url: 'https://example.com/alias', custom_alias: 'idem-again' };
    expect((await create(key, body)).status).toBe(201);
    expect((await create(key, body)).status).toBe(201);
  });

  test('bulk is repeated as a whole', async () => {
    const headers = { 'Idempotency-Key': `"${randomUUID()}"` };
    const body = { links: [{ long_url: 'https://example.com/b1' }, { long_url: 'nonsense' }] };
    const first = await call(web, 'POST', '/links/bulk', { key: owner.key, body, headers });
    const second = await call(web, 'POST', '/links/bulk', { key: owner.key, body, headers });
    expect(first.status).toBe(207);
    expect(second.body).toEqual(first.body);
  });

  test.each(['x'.repeat(256), 'with space', 'ümlaut', '""'])('a key like %.12j is a 400', async (key) => {
    const answer = await create(Buffer.from(key).toString('latin1'), { long_url: 'https://example.com/' });
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toEqual([expect.objectContaining({ field: 'Idempotency-Key' })]);
  });
});
