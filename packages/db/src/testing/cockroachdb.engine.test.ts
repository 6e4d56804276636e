import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../database.ts';
import { createCodeSource } from '../ids/source.ts';
import { migrate } from '../migrate/migrate.ts';
import { createRedirectReader } from '../redirect/reader.ts';
import { aLink, created } from './open-store.ts';

const server = process.env['CRDB_URL'];

/**
 * The same promises on a real CockroachDB. Its binary can't be had where this project is built, so these run only when CRDB_URL
 * names a server (`CRDB_URL=postgresql://root@127.0.0.1:26257/defaultdb npm test`): nothing here has ever passed there yet.
 */
describe.skipIf(server === undefined)('conformance of CockroachDB (LINK-4)', () => {
  const name = `brevia_${randomUUID().replaceAll('-', '')}`;
  let url: string;
  let admin: pg.Client;
  let db: Database;
  beforeAll(async () => {
    admin = new pg.Client(server);
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const address = new URL(server!);
    address.pathname = `/${name}`;
    url = address.href;
    await migrate(url);
    db = createDatabase({ url });
  });
  afterAll(async () => {
    await db.close();
    await admin.query(`DROP DATABASE ${name} CASCADE`);
    await admin.end();
  });

  it('it is CockroachDB', async () => {
    const { rows } = await admin.query<{ version: string }>('SELECT version()');
    expect(rows[0]?.version).toMatch(/^CockroachDB/);
  });

  it('migrating again has nothing to do, also for several runners at once', async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
    expect(results.every((result) => result.applied.length === 0)).toBe(true);
  });

  it('a link is created, changed, deleted, restored and purged, with an outbox entry each time', async () => {
    const link = await created(db, {
      title: 'Fête',
      tags: ['a'],
      expiresAt: new Date('2040-01-01T00:00:00.123Z'),
    });
    const scope = { workspaceId: link.workspaceId! };
    await db.links.update(link, scope, { title: null, tags: ['b'] });
    await db.links.softDelete(link, scope);
    await db.links.restore(link, scope);
    await db.links.softDelete(link, scope);
    expect(await db.links.purge(new Date(Date.now() + 60_000), 10)).toBe(1);
    const entries = (await db.outbox.read(1_000)).filter(({ change }) =>
      change.kind === 'upsert' ? change.link.code === link.code : change.code === link.code,
    );
    expect(entries.map(({ change }) => change.kind)).toEqual([
      'upsert',
      'upsert',
      'delete',
      'upsert',
      'delete',
      'delete',
    ]);
    expect(entries[0]?.change).toMatchObject({ link: { expiresAt: Date.UTC(2040, 0, 1, 0, 0, 0, 123) } });
    await db.outbox.remove(entries);
  });

  it('50 requests for one alias at once: one is created; another spelling is taken', async () => {
    const results = await Promise.all(
      Array.from({ length: 50 }, () => db.links.insert(aLink({ code: 'Summer', isCustom: true }))),
    );
    expect(results.filter((result) => result.outcome === 'created')).toHaveLength(1);
    expect(await db.links.insert(aLink({ code: 'summer', isCustom: true }))).toEqual({
      outcome: 'alias_taken',
    });
  });

  it('200 edits of one link at once: each one counts', async () => {
    const link = await created(db);
    const edits = Array.from({ length: 200 }, (_, n) => db.links.update(link, 'any', { notes: `${n}` }));
    expect(Math.max(...(await Promise.all(edits)).map((each) => each!.version))).toBe(201);
  });

  it('lists page, filter and search', async () => {
    const workspaceId = randomUUID();
    const links = Array.from({ length: 25 }, (_, n) =>
      aLink({ workspaceId, title: `campaign ${n}`, tags: ['t'] }),
    );
    const results = await db.links.insertMany(links);
    expect(results.every((result) => result.outcome === 'created')).toBe(true);
    const query = { workspaceId, limit: 10, now: new Date(), search: 'campaign', tag: 't' } as const;
    const codes: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Database['links']['list']>> = await db.links.list({ ...query, cursor });
      codes.push(...page.items.map((link) => link.code));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(codes)).toEqual(new Set(links.map((link) => link.code)));
    expect(codes).toHaveLength(25);
  });

  it('ids are claimed, leases held, requests answered once', async () => {
    const source = createCodeSource({ claim: db.idBlocks.claim, key: 'x'.repeat(32), region: 'eu-west' });
    expect(await source.next()).toMatch(/^[0-9A-Za-z]{7}$/);
    expect(await db.leases.acquire('job', 'a', 60_000)).toBe(true);
    expect(await db.leases.acquire('job', 'b', 60_000)).toBe(false);
    const entry = { actor: 'a', key: 'k', fingerprint: 'f' };
    expect(await db.idempotency.begin(entry)).toEqual({ kind: 'begun', intent: null });
    const intent = { 0: { code: 'abc' } };
    expect(await db.idempotency.intend({ ...entry, before: null, intent })).toEqual(intent);
    expect(await db.idempotency.intend({ ...entry, before: null, intent: 1 })).toEqual(intent);
    await db.idempotency.finish({ ...entry, answer: { a: 1 } });
    expect(await db.idempotency.begin(entry)).toEqual({ kind: 'done', fingerprint: 'f', answer: { a: 1 } });
  });

  it('the redirector finds a link that was created a moment ago, past a replica that does not know it yet', async () => {
    const reader = createRedirectReader({ url, dialect: 'cockroachdb', timeoutMs: 5_000 });
    const link = await created(db);
    expect(await reader.find(link)).toMatchObject({ code: link.code, version: 1 });
    expect(await reader.find({ ...link, code: 'nowhere' })).toBeNull();
    await reader.close();
  });
});
