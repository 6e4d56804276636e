import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { encodeClicks } from '@brevia/core';
import { createTestClickHouseDatabase } from '@brevia/engines/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAgentReader } from '../ingest/agent.ts';
import { encodeRows } from '../ingest/rows.ts';
import { testClick } from '../testing/clicks.ts';
import { createTestStore, openTestStore, type TestStore } from '../testing/store.ts';
import { createRowStore } from './client.ts';
import { createProgressBoard } from '../ingest/progress.ts';
import { migrateClickHouse } from './migrate.ts';
import { reconcile } from './reconcile.ts';
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
      '009_hours.sql',
      '011_fill_hours.sql',
      '012_by_year.offline.sql',
    ]);
    expect(await migrateClickHouse(database.url)).toEqual([]);
    await database.drop();
  });

  it('make the database where it is missing', async () => {
    const database = await createTestClickHouseDatabase();
    await database.drop();
    expect(await migrateClickHouse(database.url)).toHaveLength(9);
    await database.drop();
  });

  it('make and fill a database of any name', async () => {
    const database = await createTestClickHouseDatabase();
    const name = `${database.name} "ü\`%41`;
    const url = new URL(database.url);
    url.pathname = `/${encodeURIComponent(name)}`;
    const store = openTestStore(url.href, () => database.drop());
    expect(await migrateClickHouse(store.url)).toHaveLength(9);
    await createRowStore(store.client).insert(rowsOf(0, 3), 'a');
    expect(await store.counts()).toEqual({ clicks: 3, link_day: 3, owner_day: 3, owner_link_day: 3 });
    await store.client.command({ query: 'DROP DATABASE {name:Identifier}', query_params: { name } });
    await store.drop();
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
    expect(await migrateClickHouse(database.url)).toHaveLength(9);
    await createRowStore(store.client).insert(rowsOf(0, 3), 'a');
    expect(await store.counts()).toEqual({ clicks: 3, link_day: 3, owner_day: 3, owner_link_day: 3 });
    await store.drop();
  });

  describe('of the tables that hold clicks already', () => {
    const OLD = (name: string): boolean => Number(name.slice(0, 3)) < 9;
    let schemaDir: string;
    let store: TestStore;
    beforeEach(async () => {
      schemaDir = await mkdtemp(join(tmpdir(), 'brevia-schema-'));
      await cp(SCHEMA, schemaDir, {
        recursive: true,
        filter: (path) => path === SCHEMA || OLD(basename(path)),
      });
      const database = await createTestClickHouseDatabase();
      await migrateClickHouse(database.url, { schemaDir });
      store = openTestStore(database.url, () => database.drop());
      const rows = [8, 9, 10].map((month, i) =>
        rowsOf(i, 4 - i, { ts: Date.UTC(2026, month, 30, 23, 50), visitor: `${month}` }),
      );
      await createRowStore(store.client).insert(rows.join(''), 'a');
    });
    afterEach(async () => {
      await rm(schemaDir, { recursive: true });
      await store.drop();
    });
    const each = (n: number) => ({ clicks: n, link_day: n, owner_day: n, owner_link_day: n });
    const differences = () =>
      reconcile({
        clickhouse: store.client,
        from: new Date('2026-09-01'),
        to: new Date('2026-12-01'),
        now: new Date('2026-12-02'),
      });

    it('move them to yearly parts, with the visitors of each day and hour, and go on counting (issue 5, item 5)', async () => {
      // Visitors of image proxies are in no set of hours.
      const proxy = { ts: Date.UTC(2026, 9, 30, 12), userAgent: '(via ggpht.com GoogleImageProxy)' };
      await createRowStore(store.client).insert(rowsOf(3, 2, proxy), 'proxy');
      expect(await migrateClickHouse(store.url)).toEqual([
        '009_hours.sql',
        '011_fill_hours.sql',
        '012_by_year.offline.sql',
      ]);
      expect(await store.counts()).toEqual(each(11));
      await createRowStore(store.client).insert(rowsOf(7, 5, { ts: Date.UTC(2026, 10, 30, 23, 59) }), 'b');
      expect(await store.counts()).toEqual(each(16));
      // Compares raw clicks with every roll-up, sets of visitors among them.
      expect(await differences()).toEqual([]);
      const tables = await store.rows(`SELECT DISTINCT partition FROM system.parts
        WHERE active AND database = currentDatabase() AND table IN ('link_day', 'owner_day', 'owner_link_day')`);
      expect(tables).toEqual([{ partition: '2026' }]);
      expect(await store.rows(`SHOW TABLES LIKE '%next%'`)).toEqual([]);
    });

    it('are finished by the next run wherever one was interrupted, without a click lost or doubled (C243)', async () => {
      const file = async (name: string) =>
        renderMigration(await readFile(join(SCHEMA, name), 'utf8'), undefined, 'dead');
      const steps = [
        ...(await file('009_hours.sql')),
        ...(await file('011_fill_hours.sql')),
        ...(await file('012_by_year.offline.sql')),
      ];
      const exchanges = steps.flatMap((statement, index) =>
        statement.startsWith('EXCHANGE') ? [index] : [],
      );
      const at = exchanges[0] ?? 0;
      // After the first fill, before and after the first exchange, and at the last statement but one.
      const stops = [4, at, at + 1, steps.length - 1];
      let done = 0;
      for (const stop of stops) {
        for (; done < stop; done++) await store.client.command({ query: steps[done] ?? '' });
        if (stop !== stops.at(-1)) continue;
        await migrateClickHouse(store.url);
      }
      expect(await store.counts()).toEqual(each(9));
      expect(await differences()).toEqual([]);
    });

    it('are refused while a worker says how far it is, and say what to do', async () => {
      const board = createProgressBoard(store.client, () => true);
      let complete = Date.now();
      const worker = setInterval(() => {
        board.report({ adapter: 'kafka', stream: 'clicks', partition: 0 }, complete++, 0);
        void board.flush(Date.now());
      }, 20);
      await expect(migrateClickHouse(store.url)).rejects.toThrow(
        /012_by_year.offline.sql .* stop the workers/,
      );
      clearInterval(worker);
      expect(await store.counts()).toEqual(each(9));
    });

    it('stop after a copy when a worker that was silent, since ClickHouse was away, has begun to write', async () => {
      const sign = `INSERT INTO ingest_progress SELECT 'kafka', 'clicks', 0, now64(3), now64(3);`;
      await writeFile(
        join(schemaDir, '008_z.offline.sql'),
        `${sign}\nCREATE TABLE too_late (n UInt8) ENGINE = Memory;`,
      );
      await expect(migrateClickHouse(store.url, { schemaDir })).rejects.toThrow(/008_z.* stop the workers/);
      expect(await store.rows(`SHOW TABLES LIKE 'too_late'`)).toEqual([]);
    });
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
    const moved = renderMigration(await readFile(join(SCHEMA, '012_by_year.offline.sql'), 'utf8'), undefined);
    const feed = moved.find((statement) => statement.includes('VIEW IF NOT EXISTS link_day_feed'));
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
