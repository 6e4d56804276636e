import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeClicks } from '@brevia/core';
import { createTestClickHouseDatabase } from '@brevia/engines/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAgentReader } from '../ingest/agent.ts';
import { encodeRows } from '../ingest/rows.ts';
import { testClick } from '../testing/clicks.ts';
import { createTestStore, openTestStore, type TestStore } from '../testing/store.ts';
import { createRowStore } from './client.ts';
import { migrateClickHouse } from './migrate.ts';
import { renderMigration } from './render.ts';

const SCHEMA = join(import.meta.dirname, 'schema');
const cells = createAgentReader();

/** Rows of `clicks` clicks at one place of the stream. */
function rowsOf(offset: number, clicks: number, fields: Parameters<typeof testClick>[0] = {}): string {
  const value = encodeClicks(Array.from({ length: clicks }, () => testClick({ owner: 'w1', ...fields })));
  return encodeRows([{ offset, value }], { stream: 'clicks', partition: 0 }, cells).rows;
}

const inserter = (store: TestStore) => (rows: string, token: string) =>
  createRowStore(store.client).insert(rows, token);

describe('the ClickHouse migrations', () => {
  it('run once, and again without doing anything', async () => {
    const database = await createTestClickHouseDatabase();
    const first = await migrateClickHouse(database.url);
    expect(first).toEqual([
      '001_clicks.sql',
      '002_link_day.sql',
      '003_owner_day.sql',
      '004_ingest_progress.sql',
      '006_link_quarter.sql',
      '008_fill_link_quarter.sql',
    ]);
    expect(await migrateClickHouse(database.url)).toEqual([]);
    await database.drop();
  });

  it('make the database where it is missing', async () => {
    const database = await createTestClickHouseDatabase();
    await database.drop();
    expect(await migrateClickHouse(database.url)).toHaveLength(6);
    await database.drop();
  });

  it('finish what an interrupted run has begun (C243)', async () => {
    const database = await createTestClickHouseDatabase();
    const store = openTestStore(database.url, () => database.drop());
    const statements = renderMigration(await readFile(join(SCHEMA, '001_clicks.sql'), 'utf8'), undefined);
    const half = renderMigration(await readFile(join(SCHEMA, '003_owner_day.sql'), 'utf8'), undefined).slice(
      0,
      1,
    );
    for (const query of [...statements, ...half]) await store.client.command({ query });
    expect(await migrateClickHouse(database.url)).toHaveLength(6);
    await createRowStore(store.client).insert(rowsOf(0, 3), 'a');
    expect(await store.counts()).toEqual({ clicks: 3, link_day: 3, owner_day: 3, owner_link_day: 3 });
    await store.drop();
  });

  it('fill link_quarter with the clicks from before it, once or again (issue 5, item 5)', async () => {
    const schemaDir = await mkdtemp(join(tmpdir(), 'brevia-schema-'));
    for (const name of ['001_clicks.sql', '002_link_day.sql', '003_owner_day.sql', '004_ingest_progress.sql'])
      await cp(join(SCHEMA, name), join(schemaDir, name));
    const database = await createTestClickHouseDatabase();
    await migrateClickHouse(database.url, { schemaDir });
    const store = openTestStore(database.url, () => database.drop());
    await createRowStore(store.client).insert(
      rowsOf(0, 3, { visitor: '7' }) + rowsOf(1, 2, { visitor: '8' }),
      'a',
    );
    await migrateClickHouse(database.url);
    await createRowStore(store.client).insert(rowsOf(2, 1, { visitor: '9' }), 'b');
    const people = (): Promise<unknown[]> =>
      store.rows('SELECT quarter, groupBitmapMerge(visitors) AS people FROM link_quarter GROUP BY quarter');
    const expected = [{ quarter: '2026-11-30 12:00:00', people: 3 }];
    expect(await people()).toEqual(expected);
    const fill = renderMigration(
      await readFile(join(SCHEMA, '008_fill_link_quarter.sql'), 'utf8'),
      undefined,
    );
    for (const query of fill) await store.client.command({ query });
    expect(await people()).toEqual(expected);
    await rm(schemaDir, { recursive: true });
    await store.drop();
  });

  it('do no harm to one another when two run at once', async () => {
    const database = await createTestClickHouseDatabase();
    await Promise.all([migrateClickHouse(database.url), migrateClickHouse(database.url)]);
    expect(await migrateClickHouse(database.url)).toEqual([]);
    await database.drop();
  });

  it('refuse a file that was changed after it had been applied', async () => {
    const schemaDir = await mkdtemp(join(tmpdir(), 'brevia-schema-'));
    await cp(SCHEMA, schemaDir, { recursive: true });
    const database = await createTestClickHouseDatabase();
    await migrateClickHouse(database.url, { schemaDir });
    await writeFile(join(schemaDir, '002_link_day.sql'), '-- changed');
    await expect(migrateClickHouse(database.url, { schemaDir })).rejects.toThrow(
      /002_link_day.sql was changed/,
    );
    await rm(schemaDir, { recursive: true });
    await database.drop();
  });
});

describe('inserts of clicks', () => {
  let store: TestStore;
  beforeEach(async () => {
    store = await createTestStore();
  });
  afterEach(() => store.drop());
  const each = (n: number) => ({ clicks: n, link_day: n, owner_day: n, owner_link_day: n });

  it('count once in every table however often they are repeated with the same token (C153)', async () => {
    const insert = inserter(store);
    for (let i = 0; i < 3; i++) await insert(rowsOf(0, 500), 'clicks:0:0-0');
    expect(await store.counts()).toEqual(each(500));
  });

  it('count each time when the bytes are the same but the token is another (C150)', async () => {
    const insert = inserter(store);
    const rows = rowsOf(0, 5);
    await insert(rows, 'a');
    await insert(rows, 'b');
    expect(await store.counts()).toEqual(each(10));
  });

  it('reach, when repeated, exactly the tables that an interrupted insert has missed', async () => {
    const insert = inserter(store);
    const [, feed] = renderMigration(await readFile(join(SCHEMA, '002_link_day.sql'), 'utf8'), undefined);
    await store.client.command({ query: 'DROP VIEW link_day_feed SYNC' });
    await insert(rowsOf(0, 5), 'a');
    await store.client.command({ query: feed ?? '' });
    expect(await store.counts()).toEqual({ ...each(5), link_day: 0 });
    await insert(rowsOf(0, 5), 'a');
    expect(await store.counts()).toEqual(each(5));
  });

  it('may span months and be repeated all the same', async () => {
    const insert = inserter(store);
    const rows = [9, 10, 11].map((month) => rowsOf(month, 2, { ts: Date.UTC(2026, month, 3) })).join('');
    await insert(rows, 'a');
    await insert(rows, 'a');
    expect(await store.counts()).toEqual(each(6));
  });

  it('are repeated over connections that the server has closed in the meantime (C237)', async () => {
    const insert = inserter(store);
    for (const token of ['a', 'b']) {
      await insert(rowsOf(0, 1), token);
      // The embedded server closes idle connections after 3 s, our client after 1.5 s.
      await new Promise((resolve) => setTimeout(resolve, 3_200));
    }
    await insert(rowsOf(0, 1), 'c');
    expect((await store.counts()).clicks).toBe(3);
  });

  it('are told apart from an outage when ClickHouse refuses the rows themselves', async () => {
    const insert = inserter(store);
    const isRefusal = (error: unknown) => createRowStore(store.client).isRefusal(error);
    const refusal: unknown = await insert('["default","c"\n', 'bad').catch((error: unknown) => error);
    expect(isRefusal(refusal)).toBe(true);
    await store.client.command({ query: 'RENAME TABLE clicks TO clicks_away' });
    const outage: unknown = await insert(rowsOf(0, 1), 'x').catch((error: unknown) => error);
    expect(outage).toBeInstanceOf(Error);
    expect(isRefusal(outage)).toBe(false);
  });
});
