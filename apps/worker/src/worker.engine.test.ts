import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafka, createKafkaSink, createSpoolSink, migrateClickHouse, silentLog } from '@brevia/clicks';
import {
  createTestClickHouseDatabase,
  engines,
  startProxy,
  uniqueName,
  waitFor,
} from '@brevia/engines/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from './testing/audit.ts';
import { openClickHouse, type ClickHouse } from './testing/click-house.ts';
import { createClickProducer } from './testing/click-producer.ts';
import { createRandom } from './testing/random.ts';
import { buildWorker, startWorker, type WorkerProcess } from './testing/worker-process.ts';

let dir: string;
let url: string;
let clickhouse: ClickHouse;
let drop: () => Promise<void>;
const workers: WorkerProcess[] = [];

beforeAll(buildWorker);
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'brevia-worker-'));
  const database = await createTestClickHouseDatabase();
  [url, drop] = [database.url, () => database.drop()];
  await migrateClickHouse(url);
  clickhouse = openClickHouse(url);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map(async (worker) => worker.kill()));
  await clickhouse.close();
  await drop();
  await rm(dir, { recursive: true, force: true });
});

async function launch(environment: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const worker = await startWorker({ CLICKHOUSE_URL: url, ...environment }, join(dir, 'worker.log'));
  workers.push(worker);
  return worker;
}

const readiness = async (worker: WorkerProcess): Promise<Record<string, boolean | 'off'>> => {
  const answer = await fetch(worker.metricsUrl.replace('/metrics', '/readyz'));
  return (await answer.json()) as Record<string, boolean | 'off'>;
};
const counted = (total: number) =>
  waitFor(
    async () => {
      const [row] = await clickhouse.rows<{ n: number }>('SELECT sum(clicks) AS n FROM owner_link_day');
      return (row?.n ?? 0) >= total;
    },
    { timeoutMs: 50_000 },
  );
const exactly = (n: number) => ({
  raw: n,
  linkDay: n,
  ownerDay: n,
  ownerLinkDay: n,
  wrong: [],
  doubled: 0,
  wrongHours: 0,
});

describe('the worker process', () => {
  it('shares partitions with a second one, and no rebalance changes a count (C234)', async () => {
    const topic = uniqueName('clicks');
    const brokers = engines().kafkaBrokers;
    const environment = {
      KAFKA_BROKERS: brokers,
      CLICK_TOPICS: topic,
      BATCH_ROWS: '1000',
      KAFKA_SESSION_SECONDS: '6',
    };
    const sink = createKafkaSink({ brokers: [brokers], topic, partitions: 4 });
    const producer = createClickProducer(createRandom(11));
    const first = await launch(environment);
    let going = true;
    const producing = (async () => {
      while (going) {
        await producer.burst(sink, 300);
        // Never more behind than a busy machine makes up for in time.
        await counted(producer.total() - 20_000);
      }
    })();
    await waitFor(async () => (await readiness(first))['stream'], { timeoutMs: 50_000 });
    const second = await launch(environment);
    await waitFor(async () => (await readiness(second))['stream'], { timeoutMs: 50_000 });
    expect(await first.end()).toBe(0);
    const third = await launch(environment);
    await waitFor(async () => (await readiness(third))['stream'], { timeoutMs: 50_000 });
    going = false;
    await producing;
    await sink.close();
    await counted(producer.total());
    await Promise.all([second.end(), third.end()]);
    expect(await audit(clickhouse, producer.produced)).toEqual(exactly(producer.total()));
  }, 240_000);

  it('starts without its broker, says that it is not ready, and ends in time all the same (C229, C232)', async () => {
    const worker = await launch({ KAFKA_BROKERS: '127.0.0.1:1', SHUTDOWN_SECONDS: '10' });
    expect(await readiness(worker)).toEqual({
      ready: false,
      clickhouse: true,
      stream: false,
      linkChanges: 'off',
    });
    const began = Date.now();
    expect(await worker.end()).toBe(0);
    expect(Date.now() - began).toBeLessThan(12_000);
  });

  it('finds its broker when that comes later (C228)', async () => {
    const topic = uniqueName('clicks');
    const brokers = engines().kafkaBrokers;
    const proxy = await startProxy({ target: brokers });
    await proxy.refuse();
    const worker = await launch({ KAFKA_BROKERS: `127.0.0.1:${proxy.port}`, CLICK_TOPICS: topic });
    const sink = createKafkaSink({ brokers: [brokers], topic, partitions: 2 });
    const producer = createClickProducer(createRandom(12));
    await producer.burst(sink, 500);
    expect((await readiness(worker))['stream']).toBe(false);
    await proxy.pass();
    await counted(500);
    await worker.end();
    expect(await audit(clickhouse, producer.produced)).toEqual(exactly(500));
    await sink.close();
    await proxy.close();
  }, 120_000);

  it('starts without ClickHouse, waits, and loses nothing', async () => {
    const proxy = await startProxy({ target: url });
    await proxy.refuse();
    const spool = join(dir, 'spool');
    const sink = createSpoolSink({ dir: spool });
    const producer = createClickProducer(createRandom(13));
    await producer.burst(sink, 500);
    const worker = await launch({ CLICKHOUSE_URL: proxy.url, SPOOL_DIR: spool });
    await waitFor(
      async () =>
        /brevia_worker_insert_retries_total [1-9]/.test(await (await fetch(worker.metricsUrl)).text()),
      { timeoutMs: 30_000 },
    );
    expect(await readiness(worker)).toEqual({
      ready: false,
      clickhouse: false,
      stream: true,
      linkChanges: 'off',
    });
    await proxy.pass();
    await counted(500);
    await worker.end();
    expect(await audit(clickhouse, producer.produced)).toEqual(exactly(500));
    await sink.close();
    await proxy.close();
  }, 120_000);

  it('tells its lag and its rows as metrics (C163)', async () => {
    const spool = join(dir, 'spool');
    const sink = createSpoolSink({ dir: spool });
    const producer = createClickProducer(createRandom(14));
    const worker = await launch({ SPOOL_DIR: spool });
    await producer.burst(sink, 200);
    await counted(200);
    const text = await waitFor(
      async () => {
        const found = await (await fetch(worker.metricsUrl)).text();
        return found.includes('brevia_worker_rows_total 200') && found.includes('lag_seconds{')
          ? found
          : null;
      },
      { timeoutMs: 20_000 },
    );
    expect(text).toMatch(/brevia_worker_lag_records\{stream="spool",partition="0"\} \d/);
    expect(await worker.end()).toBe(0);
    await sink.close();
  });
});

describe('the topics', () => {
  it('are made by whoever comes first, with seven days of retention (CLICK-4)', async () => {
    const topic = uniqueName('clicks');
    const sink = createKafkaSink({ brokers: [engines().kafkaBrokers], topic, partitions: 3 });
    await createClickProducer(createRandom(15)).burst(sink, 10);
    const admin = createKafka([engines().kafkaBrokers], 'test', silentLog).admin();
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    expect(topics[0]?.partitions).toHaveLength(3);
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: 2, name: topic, configNames: ['retention.ms'] }],
    });
    expect(resources[0]?.configEntries[0]?.configValue).toBe(String(7 * 86_400_000));
    await admin.disconnect();
    await sink.close();
  });
});
