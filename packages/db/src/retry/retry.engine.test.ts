import { setTimeout as sleep } from 'node:timers/promises';
import { startProxy, type Proxy } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../client/client.ts';
import { createDatabase, type Database } from '../database.ts';
import { Prisma } from '../generated/client.ts';
import { aLink, created, openStore, type Store } from '../testing/open-store.ts';
import { classify } from './classify.ts';
import { withRetry } from './retry.ts';

let store: Store;
/** Prisma without our retries, to see what it throws. */
let raw: Client;
beforeAll(async () => {
  store = await openStore({ poolMax: 40 });
  raw = createClient({ url: store.url, poolMax: 20 });
});
afterAll(async () => {
  await raw.$disconnect();
  await store.close();
});

const rowsOf = async (code: string) =>
  (await store.sql.query('SELECT version::INT4 FROM links WHERE code = $1', [code])).rows.length;
const outboxOf = async (code: string) =>
  (await store.sql.query("SELECT 1 FROM outbox WHERE change->'link'->>'code' = $1", [code])).rows.length;

describe('real serialization conflicts (C190, C191)', () => {
  it('200 contended increments in transactions: none is lost, no error reaches the caller', async () => {
    const { code } = await created(store.db, { notes: '0' });
    const client = raw;
    const verdicts = new Set<string>();
    const increment = () =>
      withRetry(
        async () => {
          try {
            await client.$transaction(async (tx) => {
              const rows = await tx.$queryRaw<{ notes: string }[]>(
                Prisma.sql`SELECT notes FROM links WHERE domain = 'default' AND code = ${code}`,
              );
              const next = String(Number(rows[0]!.notes) + 1);
              await tx.$executeRaw(
                Prisma.sql`UPDATE links SET notes = ${next} WHERE domain = 'default' AND code = ${code}`,
              );
            });
          } catch (error) {
            verdicts.add(classify(error));
            throw error;
          }
        },
        { idempotent: false, conflictDeadlineMs: 30_000 },
      );
    // Ten at a time: enough for a conflict in nearly each of them.
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 10 }, increment));
    expect((await store.db.links.find({ domain: 'default', code }))?.notes).toBe('200');
    expect([...verdicts]).toEqual(['retry']);
  });

  it('200 edits of one link through the repository, 40 at once: each one counts, no error', async () => {
    const { code, workspaceId } = await created(store.db);
    const key = { domain: 'default', code };
    const edit = (n: number) =>
      store.db.links.update(
        key,
        { workspaceId: workspaceId! },
        n % 2 === 0 ? { notes: `${n}` } : { title: `t${n}` },
      );
    const versions: number[] = [];
    // As many as the pool has connections: more would only wait in front of it, and a busy machine takes its time.
    for (let round = 0; round < 5; round++) {
      const edits = await Promise.all(Array.from({ length: 40 }, (_, n) => edit(n)));
      versions.push(...edits.map((link) => link!.version));
    }
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 2));
  });
});

describe('a commit that fails', () => {
  /** Makes the commit of a transaction that inserted a link with this note raise `state`, `times` times in all. */
  async function failAtCommit(note: string, state: string, times: number): Promise<void> {
    const sequence = `countdown_${note}`;
    await store.sql.query(`CREATE SEQUENCE ${sequence}`);
    await store.sql.query(
      `CREATE FUNCTION fail_${note}() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.notes = '${note}' AND nextval('${sequence}') <= ${times} THEN
           RAISE EXCEPTION 'made to fail' USING ERRCODE = '${state}';
         END IF;
         RETURN NULL; END $$`,
    );
    await store.sql.query(
      `CREATE CONSTRAINT TRIGGER fail_${note} AFTER INSERT ON links DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION fail_${note}()`,
    );
  }

  it.each(['40001', '40003'])(
    '%s at commit: the create is repeated and makes exactly one link',
    async (state) => {
      const note = `c${state}`;
      await failAtCommit(note, state, 3);
      const { code } = await created(store.db, { notes: note });
      expect([await rowsOf(code), await outboxOf(code)]).toEqual([1, 1]);
    },
  );

  it.each([
    ['40001', 'retry'],
    ['40003', 'ambiguous'],
  ])('%s at the COMMIT of a Prisma transaction is %s', async (state, verdict) => {
    const note = `t${state}`;
    await failAtCommit(note, state, 1);
    const link = aLink({ notes: note });
    const error = await raw
      .$transaction(async (tx) => {
        await tx.link.create({
          data: {
            domain: link.domain,
            code: link.code,
            longUrl: link.longUrl,
            notes: note,
            createKey: '00000000-0000-4000-8000-000000000000',
          },
        });
      })
      .catch((thrown: unknown) => thrown);
    expect(classify(error)).toBe(verdict);
  });
});

describe('a connection that breaks', () => {
  let proxy: Proxy;
  let db: Database;
  beforeAll(async () => {
    proxy = await startProxy({ target: store.url });
    db = createDatabase({ url: proxy.url, poolMax: 2, statementTimeoutMs: 1_000 });
  });
  afterAll(async () => {
    await db.close();
    await proxy.close();
  });
  const mentions = (text: string) => (sent: Buffer) => sent.includes(text);

  it('reset after the INSERT was sent, its answer lost: one link, one outbox entry, and the caller gets it', async () => {
    for (let round = 0; round < 5; round++) {
      const link = aLink();
      await proxy.resetAfter(mentions(link.code));
      const result = await db.links.insert(link);
      expect(result).toMatchObject({ outcome: 'created', link: { code: link.code, version: 1 } });
      expect([await rowsOf(link.code), await outboxOf(link.code)]).toEqual([1, 1]);
    }
  });

  it('the same for a custom alias: its own earlier attempt is not taken for somebody else’s', async () => {
    const link = aLink({ code: 'MyLostAlias', isCustom: true });
    await proxy.resetAfter(mentions('MyLostAlias'));
    expect(await db.links.insert(link)).toMatchObject({ outcome: 'created' });
    expect(await db.links.insert(link)).toEqual({ outcome: 'alias_taken' });
    expect(await rowsOf('MyLostAlias')).toBe(1);
  });

  it('the same for a delete and a restore: the second attempt knows that the first one worked', async () => {
    const { code, workspaceId } = await created(db);
    const key = { domain: 'default', code };
    const scope = { workspaceId: workspaceId! };
    await proxy.resetAfter(mentions(code));
    expect((await db.links.softDelete(key, scope))?.deletedAt).toBeInstanceOf(Date);
    expect(await db.links.softDelete(key, scope)).toBeNull();
    await proxy.resetAfter(mentions(code));
    expect((await db.links.restore(key, scope))?.version).toBe(3);
  });

  it('reset on a COMMIT is ambiguous: the row may be there', async () => {
    const { code } = await created(db);
    const client = createClient({ url: proxy.url, poolMax: 1 });
    await client.$queryRaw`SELECT 1`;
    await proxy.resetAfter(mentions('COMMIT'));
    const error = await client
      .$transaction(async (tx) => {
        await tx.$executeRaw(
          Prisma.sql`UPDATE links SET notes = 'x' WHERE domain = 'default' AND code = ${code}`,
        );
      })
      .catch((thrown: unknown) => thrown);
    expect(classify(error)).toBe('ambiguous');
    await client.$disconnect();
  });

  it('the server ends every session: nobody notices', async () => {
    const before = await created(db);
    await store.sql.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    expect(await db.links.find(before)).toMatchObject({ code: before.code });
    await created(db);
  });

  it('many creates while connections are cut at random moments: none lost, none doubled', async () => {
    const links = Array.from({ length: 60 }, () => aLink());
    let cutting = true;
    const cutter = (async () => {
      while (cutting) {
        await sleep(15);
        proxy.cut();
      }
    })();
    const creating = Promise.all(links.map((link) => db.links.insert(link)));
    await sleep(400);
    cutting = false;
    await cutter;
    expect((await creating).map((result) => result.outcome)).toEqual(links.map(() => 'created'));
    const codes = links.map((link) => link.code);
    const { rows } = await store.sql.query<{ rows: number; entries: number }>(
      `SELECT (SELECT count(*)::INT4 FROM links WHERE code = ANY ($1)) AS rows,
         (SELECT count(*)::INT4 FROM outbox WHERE change->'link'->>'code' = ANY ($1)) AS entries`,
      [codes],
    );
    expect(rows[0]).toEqual({ rows: 60, entries: 60 });
  });

  it('the store is down: `unavailable` (API-5) within seconds, and it heals without a restart', async () => {
    await proxy.refuse();
    const started = Date.now();
    await expect(db.links.insert(aLink())).rejects.toMatchObject({ code: 'unavailable' });
    await expect(db.links.find({ domain: 'default', code: 'x' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(Date.now() - started).toBeLessThan(8_000);
    await proxy.pass();
    await created(db);
  });

  it('the network swallows everything: `unavailable` too, not a wait for ever', async () => {
    await created(db);
    await proxy.blackhole();
    await expect(db.links.insert(aLink())).rejects.toMatchObject({ code: 'unavailable' });
    await proxy.pass();
    proxy.cut();
    await created(db);
  });
});
