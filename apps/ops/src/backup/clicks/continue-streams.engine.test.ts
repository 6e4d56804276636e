import { mkdir } from 'node:fs/promises';
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
import { encodeClicks } from '@brevia/core';
import { engines, uniqueName, waitFor } from '@brevia/engines/testing';
import { afterAll, describe, expect, test } from 'vitest';
import type { TestClickStore } from '../testing/click-store.ts';
import { clicks, openClicksBench } from '../testing/clicks-bench.ts';
import { continueStreams, holdWorkers } from './continue-streams.ts';

const bench = openClicksBench();
const { folder, store, backUp, restore } = bench;
afterAll(() => bench.close());

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
    const release = await holdWorkers(streamsOf(dir));
    const { manifest: restored } = await restore(second, exported.name);
    const said = await continueStreams(restored.positions, streamsOf(dir));
    await release();
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
    await ingest(worker(), first, async () => {
      const refused = await holdWorkers(streams).then(
        () => false,
        (error: Error) => error.message.includes('1 workers read Kafka'),
      );
      return refused && (await total(first))[0] === 120;
    });
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
      await holdWorkers(streamsOf(dir)).then(
        (release) => release(),
        (error: Error) => (refused = error.message.includes('stop it for the restore')),
      );
      return refused;
    });
    expect(refused).toBe(true);
  });
});
