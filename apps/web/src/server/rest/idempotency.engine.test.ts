import { randomUUID } from 'node:crypto';
import { BreviaError } from '@brevia/core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
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

describe('a server that dies at work (API-4)', () => {
  afterEach(() => vi.restoreAllMocks());

  /** What stands in the store when a server dies after its insert: the note of the answer is never written. */
  const dieBeforeTheNote = () =>
    vi.spyOn(web.database.idempotency, 'finish').mockRejectedValue(new Error('the server is dead'));
  const letLocksRunOut = () =>
    web.database.client.idempotencyKey.updateMany({ data: { lockedUntil: new Date(0) } });
  const repeat = (on: Pick<Web, 'url'>, path: string, key: string, body: object) =>
    call(on, 'POST', path, { key: owner.key, body, headers: { 'Idempotency-Key': key } });
  const unavailable = () => new BreviaError('unavailable', 'The link store does not answer.');

  test.each([
    ['a generated code', { long_url: 'https://example.com/died' }],
    ['an alias', { long_url: 'https://example.com/died', custom_alias: 'died-alias', tags: ['a', 'b'] }],
  ])('between the insert and the note: the repetition gives the same link, with %s', async (_name, body) => {
    const [before, key] = [await countLinks(), randomUUID()];
    dieBeforeTheNote();
    const first = await create(key, body);
    await letLocksRunOut();
    await using next = await startWeb({ databaseUrl: web.databaseUrl });
    const second = await repeat(next, '/links', key, body);
    expect(second).toMatchObject({ status: 201, text: first.text });
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect((await repeat(next, '/links', key, body)).headers.get('idempotent-replayed')).toBe('true');
    expect(await countLinks()).toBe(before + 1);
  });

  test('a link that could not be made any more, but was, is given all the same', async () => {
    const key = randomUUID();
    const body = {
      long_url: 'https://example.com/short-lived',
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    };
    dieBeforeTheNote();
    const first = await create(key, body);
    await letLocksRunOut();
    await using later = await startWeb({
      databaseUrl: web.databaseUrl,
      clock: () => Date.now() + 3_600_000,
    });
    expect(await repeat(later, '/links', key, body)).toMatchObject({
      status: 201,
      body: { code: first.body['code'], state: 'expired' },
    });
  });

  test('in the middle of a bulk: the repetition makes what is missing, and nothing twice', async () => {
    const [before, key] = [await countLinks(), randomUUID()];
    const body = {
      links: [
        { long_url: 'https://example.com/1' },
        { long_url: 'nonsense' },
        { long_url: 'https://example.com/2', custom_alias: 'died-in-bulk' },
        { long_url: 'https://example.com/3' },
      ],
    };
    const insertMany = web.database.links.insertMany.bind(web.database.links);
    let made: string[] = [];
    vi.spyOn(web.database.links, 'insertMany').mockImplementationOnce(async (rows) => {
      made = rows.slice(0, 2).map(({ code }) => code);
      await insertMany(rows.slice(0, 2));
      throw unavailable();
    });
    expect((await repeat(web, '/links/bulk', key, body)).status).toBe(503);
    expect(await countLinks()).toBe(before + 2);
    const answer = await repeat(web, '/links/bulk', key, body);
    const results = answer.body['results'] as { status: number; link?: { code: string } }[];
    expect(results.map(({ status }) => status)).toEqual([201, 400, 201, 201]);
    expect([results[0]?.link?.code, results[2]?.link?.code]).toEqual(made);
    expect(await countLinks()).toBe(before + 3);
  });

  test('an insert whose answer got lost: the 503 may be repeated at once, and makes no second link', async () => {
    const [before, key] = [await countLinks(), randomUUID()];
    const body = { long_url: 'https://example.com/lost' };
    const insertMany = web.database.links.insertMany.bind(web.database.links);
    vi.spyOn(web.database.links, 'insertMany').mockImplementationOnce(async (rows) => {
      await insertMany(rows);
      throw unavailable();
    });
    expect((await create(key, body)).status).toBe(503);
    expect((await create(key, { long_url: 'https://example.com/other' })).status).toBe(409);
    expect((await create(key, body)).status).toBe(201);
    expect(await countLinks()).toBe(before + 1);
  });

  test('a server that only slept through its lock makes the same link as the one that took over', async () => {
    const [before, key] = [await countLinks(), randomUUID()];
    const body = { long_url: 'https://example.com/asleep' };
    const insertMany = web.database.links.insertMany.bind(web.database.links);
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((sleeps) => {
      vi.spyOn(web.database.links, 'insertMany').mockImplementationOnce(async (rows) => {
        sleeps();
        await new Promise<void>((resolve) => (wake = resolve));
        return insertMany(rows);
      });
    });
    const slow = create(key, body);
    await asleep;
    await letLocksRunOut();
    await using next = await startWeb({ databaseUrl: web.databaseUrl });
    const quick = await repeat(next, '/links', key, body);
    wake();
    expect(await slow).toMatchObject({ status: 201, body: { code: quick.body['code'] } });
    expect(await countLinks()).toBe(before + 1);
  });
});
