import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createAgentReader,
  createClickHouse,
  createKafka,
  createKafkaSource,
  createProgressBoard,
  createRowStore,
  createSpoolSink,
  createSpoolSource,
  ensureTopics,
  listFolders,
  readState,
  silentLog,
  writeState,
  type ClickSource,
} from '@brevia/clicks';
import { encodeClicks, type ClickEvent } from '@brevia/core';
import { engines, uniqueName, waitFor } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderArchive } from '../archive/folder-archive.ts';
import type { ClicksManifest } from '../manifest.ts';
import { takeBackup } from '../take-backup.ts';
import { emptyClickStore, type TestClickStore } from '../testing/click-store.ts';
import { continueStreams, lockSpool } from './continue-streams.ts';
import { exportClicks } from './export-clicks.ts';
import { restoreClicks } from './restore-clicks.ts';
import { firstRawMonth } from './tables.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'brevia-backup-clicks-'));
const archive = createFolderArchive(folder);
const cleanUps: (() => Promise<void>)[] = [];
let serial = 0;

const aClick = (fields: Partial<ClickEvent> = {}): ClickEvent => ({
  id: `c-${serial++}`,
  domain: 'default',
  code: `k${serial % 7}`,
  owner: serial % 3 === 0 ? '' : 'w-é',
  ts: Date.UTC(2026, 10, 20) + serial * 61_007,
  country: ['FR', 'JP', ''][serial % 3] ?? '',
  referrer: 'www.example.org',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  language: 'fr-FR',
  visitor: String(1 + (serial % 50)),
  region: 'local',
  ...fields,
});
const clicks = (count: number, fields: Partial<ClickEvent> = {}) =>
  Array.from({ length: count }, () => aClick(fields));
const store = async (migrated = false): Promise<TestClickStore> => {
  const opened = await emptyClickStore(migrated);
  cleanUps.push(() => opened.drop());
  return opened;
};
let taken = 0;
const backUp = (source: TestClickStore) =>
  takeBackup(archive, 'clicks', new Date(NOW.getTime() + taken++), signal, (draft, name) =>
    exportClicks(draft, { clickhouseUrl: source.url, name, tool: '1', now: NOW, signal }),
  );
const restore = (target: TestClickStore, name: string) =>
  restoreClicks(archive, name, { clickhouseUrl: target.url, signal });

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
  await source.run(`ALTER TABLE link_quarter DROP PARTITION 202403`);
  manifest = await backUp(source);
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

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
    const written = await takeBackup(
      archive,
      'clicks',
      new Date(NOW.getTime() + taken++),
      signal,
      (draft, name) =>
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

describe('the worker after a restore (CLICK-3)', () => {
  const streamsOf = (spoolDir: string) => ({ kafkaBrokers: [], topics: [], groupId: '', spoolDir });

  /** Runs a worker until all is counted that should be. */
  async function ingest(
    worker: ClickSource,
    target: TestClickStore,
    until: () => Promise<boolean>,
  ): Promise<void> {
    const client = createClickHouse({ url: target.url, application: 'backup-test' });
    const running = worker.run({
      rows: createRowStore(client),
      observer: { inserted: () => undefined, retried: () => undefined, died: () => undefined },
      progress: createProgressBoard(client, () => true),
      agentCells: createAgentReader(),
      maxRows: 1_000,
    });
    await waitFor(until, { timeoutMs: 30_000 });
    await worker.stop();
    await running;
    await client.close();
  }
  const total = async (target: TestClickStore): Promise<[number, number]> => {
    const [raw] = await target.rows<{ n: string }>('SELECT count() AS n FROM clicks');
    const [rolled] = await target.rows<{ n: string }>('SELECT sum(clicks) AS n FROM link_day');
    return [Number(raw?.n), Number(rolled?.n)];
  };

  test('counts each click once, also those of a batch that was under way at the export', async () => {
    const dir = join(folder, 'spool');
    await mkdir(dir);
    const sink = createSpoolSink({ dir });
    const send = async (count: number) => {
      await sink.send([{ partition: 0, ndjson: encodeClicks(clicks(count)), count }]);
    };
    for (const count of [10, 20, 30]) await send(count);
    const first = await store(true);
    await ingest(createSpoolSource({ dir, pollMs: 20 }), first, async () => (await total(first))[0] === 60);

    // The worker dies between the insert of a batch and its commit: the records 3 and 4 are counted and still announced.
    const [name = ''] = await listFolders(dir);
    for (const count of [40, 50]) await send(count);
    const spool = join(dir, name);
    await ingest(createSpoolSource({ dir, pollMs: 20 }), first, async () => (await total(first))[0] === 150);
    await writeState(spool, { committed: 3, intent: 4 });
    const exported = await backUp(first);
    await send(60);

    const second = await store();
    const unlock = await lockSpool(streamsOf(dir));
    const { manifest: restored } = await restore(second, exported.name);
    const said = await continueStreams(restored.positions, streamsOf(dir));
    await unlock();
    expect(said).toEqual([`Spool ${name}: the records up to 5 are counted already.`]);
    expect(await readState(spool)).toEqual({ committed: 5, intent: null });
    await ingest(createSpoolSource({ dir, pollMs: 20 }), second, async () => (await total(second))[0] >= 210);
    expect(await total(second)).toEqual([210, 210]);
    await sink.close();
  });

  test('reads Kafka again from where the export ended, also what the lost ClickHouse had counted since', async () => {
    const { kafkaBrokers } = engines();
    const [topic, groupId] = [uniqueName('clicks'), uniqueName('workers')];
    const streams = { kafkaBrokers: [kafkaBrokers], topics: [topic, 'none-such'], groupId, spoolDir: null };
    const worker = () =>
      createKafkaSource({ brokers: [kafkaBrokers], topics: [topic], groupId, partitions: 2 });
    const kafka = createKafka([kafkaBrokers], 'backup-test', silentLog);
    const admin = kafka.admin();
    const producer = kafka.producer();
    await Promise.all([admin.connect(), producer.connect()]);
    await ensureTopics(admin, [{ topic, partitions: 2, replicationFactor: 1 }]);
    const send = async (partition: number, count: number) => {
      await producer.send({ topic, messages: [{ partition, value: encodeClicks(clicks(count)) }] });
    };

    const first = await store(true);
    await send(0, 10);
    await send(0, 20);
    await ingest(worker(), first, async () => (await total(first))[0] === 30);
    const exported = await backUp(first);
    expect(exported.positions).toEqual([{ stream: topic, partition: 0, next: 2 }]);
    await send(0, 40);
    await send(1, 50);
    await ingest(worker(), first, async () => (await total(first))[0] === 120);
    await send(1, 60);

    const second = await store();
    const { manifest: restored } = await restore(second, exported.name);
    const said = await continueStreams(restored.positions, streams);
    expect(said.sort()).toEqual([`Kafka ${topic}/0: read from 2.`, `Kafka ${topic}/1: read from 0.`]);
    await ingest(worker(), second, async () => (await total(second))[0] >= 180);
    expect(await total(second)).toEqual([180, 180]);

    // A topic that ends before the backup's position is not the one that was backed up.
    const elsewhere = [{ stream: topic, partition: 0, next: 1_000 }];
    expect((await continueStreams(elsewhere, streams)).join()).toMatch(/ends at 3, before the backup's 1000/);
    await Promise.all([admin.disconnect(), producer.disconnect()]);
  });

  test('that still runs stops the restore, because it may hold a batch in memory', async () => {
    const dir = join(folder, 'busy-spool');
    await mkdir(dir);
    const target = await store(true);
    let refused = false;
    await ingest(createSpoolSource({ dir, pollMs: 20 }), target, async () => {
      await lockSpool(streamsOf(dir)).then(
        (unlock) => unlock(),
        (error: Error) => (refused = error.message.includes('stop it for the restore')),
      );
      return refused;
    });
    expect(refused).toBe(true);
  });
});
