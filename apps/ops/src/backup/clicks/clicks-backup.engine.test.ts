import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClicksManifest } from '../manifest.ts';
import { takeBackup } from '../take-backup.ts';
import type { TestClickStore } from '../testing/click-store.ts';
import { aClick, clicks, NOW, openClicksBench } from '../testing/clicks-bench.ts';
import { exportClicks } from './export-clicks.ts';
import { firstRawMonth } from './tables.ts';

const { signal } = new AbortController();
const bench = openClicksBench();
const { folder, archive, store, backUp, restore } = bench;

let source: TestClickStore;
let manifest: ClicksManifest;
beforeAll(async () => {
  source = await store(true);
  await source.count(clicks(3_000), 'p-00000001', 0);
  await source.count(clicks(2_000), 'p-00000001', 1);
  await source.count([aClick({ ts: Date.UTC(2025, 0, 31, 23, 59, 59, 999), code: 'odd"\'\\' })], 'other', 7);
  // A day whose raw clicks are gone, as after 25 months.
  await source.count(clicks(40, { ts: Date.UTC(2024, 2, 3), code: 'ancient' }), 'p-00000001', 2);
  await source.run(`ALTER TABLE clicks DROP PARTITION 202403`);
  for (const table of ['link_hour', 'owner_hour'])
    await source.run(`ALTER TABLE ${table} DROP PARTITION 202403`);
  manifest = await backUp(source);
});
afterAll(() => bench.close());

describe('an export of the clicks (RUN-3)', () => {
  test('has raw clicks by month, the roll-ups whose raw clicks are gone, and how far each stream was', async () => {
    expect(firstRawMonth(NOW)).toBe(202412);
    expect(manifest.files.map(({ table, month, rows }) => [table, month, rows])).toEqual([
      ['clicks', 202501, 1],
      ['clicks', 202611, 5_000],
      ['link_day', 202403, 40],
      ['owner_day', 202403, expect.any(Number)],
      ['owner_link_day', 202403, expect.any(Number)],
    ]);
    expect(manifest.positions).toEqual([
      { stream: 'other', partition: 0, next: 8 },
      { stream: 'p-00000001', partition: 0, next: 2 },
    ]);
    const files = await readdir(join(folder, manifest.name));
    expect(files.sort()).toEqual([...manifest.files.map(({ file }) => file), 'manifest.json'].sort());
  });

  test('ends at the same record of each stream, whatever is counted meanwhile', async () => {
    const busy = await store(true);
    await busy.count(clicks(100), 's', 0);
    let more = 1;
    const written = await takeBackup(archive, 'clicks', bench.nextTime(), signal, (draft, name) =>
      exportClicks(
        {
          ...draft,
          write: async (file, body, abort) => {
            await busy.count(clicks(10), 's', more++);
            await busy.count(clicks(10), 'new', more++);
            return draft.write(file, body, abort);
          },
        },
        { clickhouseUrl: busy.url, name, tool: '1', now: NOW, signal },
      ),
    );
    expect(written.files.map(({ rows }) => rows)).toEqual([100]);
    const target = await store();
    await restore(target, written.name);
    expect(await target.rows('SELECT count() AS n FROM clicks')).toEqual([{ n: 100 }]);
  });

  test('of a ClickHouse that does not answer, or has no tables, names it and leaves nothing', async () => {
    const before = await readdir(folder);
    await expect(backUp({ ...source, url: 'http://127.0.0.1:1/x' })).rejects.toThrow(
      /CLICKHOUSE_URL, 127.0.0.1:1/,
    );
    await expect(backUp(await store())).rejects.toThrow(/ops -- migrate/);
    expect(await readdir(folder)).toEqual(before);
  });
});

describe('a restore of the clicks (RUN-3)', () => {
  test('brings back every click and every roll-up', async () => {
    const target = await store();
    const { months } = await restore(target, manifest.name);
    expect(months.map((month) => month.clicks)).toEqual(manifest.files.map(({ rows }) => rows));
    expect(await target.summary()).toEqual(await source.summary());
  });

  test('refuses a ClickHouse that is not empty', async () => {
    const target = await store(true);
    await target.count(clicks(1), 's', 0);
    await expect(restore(target, manifest.name)).rejects.toThrow(/not empty: the table clicks/);
    expect(await target.rows('SELECT count() AS n FROM clicks')).toEqual([{ n: 1 }]);
  });

  const changed = async (change: (path: string) => Promise<void>): Promise<string> => {
    const copy = await backUp(source);
    await change(join(folder, copy.name));
    return copy.name;
  };
  test.each<[string, (path: string) => Promise<void>, RegExp]>([
    ['a missing file', (path) => rm(join(path, 'clicks-202611.native.zst')), /clicks-202611\.native\.zst/],
    [
      'a wrong byte',
      async (path) => {
        const file = join(path, 'clicks-202611.native.zst');
        const bytes = await readFile(file);
        bytes[bytes.length >> 1]! ^= 1;
        await writeFile(file, bytes);
      },
      /clicks-202611.native.zst of the backup.*checksum/,
    ],
    [
      'an end too early',
      async (path) => {
        const file = join(path, 'clicks-202611.native.zst');
        await writeFile(file, (await readFile(file)).subarray(0, -100));
      },
      /clicks-202611.native.zst of the backup.*checksum/,
    ],
    [
      'a newer schema',
      async (path) => {
        const file = join(path, 'manifest.json');
        const old = JSON.parse(await readFile(file, 'utf8')) as object;
        await writeFile(file, JSON.stringify({ ...old, migrations: ['999_future.sql'] }));
      },
      /newer version of Brevia.*999_future.sql/,
    ],
  ])('%s is refused before a click is written', async (_what, change, message) => {
    const target = await store();
    await expect(restore(target, await changed(change))).rejects.toThrow(message);
    const tables = await target.rows(
      `SELECT name FROM system.tables WHERE database = currentDatabase() AND total_rows > 0 AND name != 'schema_migrations'`,
    );
    expect(tables).toEqual([]);
  });
});
