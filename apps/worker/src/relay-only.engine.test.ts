import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinkCache, createRedis, type LinkCache, type RedisClient } from '@brevia/cache';
import { createKafka, createKafkaSink, silentLog, WORKER_GROUP } from '@brevia/clicks';
import { createDatabase, migrate, type Database, type Link } from '@brevia/db';
import { createTestDatabase, engines, startProxy, waitFor, type TestDatabase } from '@brevia/engines/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClickProducer } from './testing/click-producer.ts';
import { insertLink } from './testing/links.ts';
import { createRandom } from './testing/random.ts';
import { buildWorker, startWorker, type WorkerProcess } from './testing/worker-process.ts';

const REGION = 'eu-west';
let store: TestDatabase;
let db: Database;
let redis: RedisClient;
let cache: LinkCache;
let dir: string;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  await buildWorker();
  store = await createTestDatabase();
  await migrate(store.url);
  db = createDatabase({ url: store.url, region: REGION, poolMax: 2 });
  redis = createRedis(engines().redisUrl, { commandTimeoutMs: 5_000 });
  await waitFor(() => redis.status === 'ready');
  cache = createLinkCache(redis);
});
afterAll(async () => {
  redis.disconnect();
  await db.close();
  await store.drop();
});
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'brevia-relay-'));
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
  await rm(dir, { recursive: true, force: true });
});

const logFile = () => join(dir, 'worker.log');
async function launch(environment: Readonly<Record<string, string>> = {}): Promise<WorkerProcess> {
  const given = { REGION, DATABASE_URL: store.url, REDIS_URL: engines().redisUrl, ...environment };
  const worker = await startWorker(given, logFile());
  workers.push(worker);
  return worker;
}

async function readiness(worker: WorkerProcess): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(worker.metricsUrl.replace('/metrics', '/readyz'));
  return { status: answer.status, body: await answer.json() };
}
const isReady = async (worker: WorkerProcess) => (await readiness(worker)).status === 200;

/** A link that was changed once, which no cache has heard of yet. */
async function changedLink(): Promise<Link> {
  const link = await insertLink(db);
  await db.links.update(link, 'any', { longUrl: 'https://example.com/2' });
  return link;
}
const arrived = (link: Link) =>
  waitFor(async () => (await cache.get(link))?.link?.longUrl === 'https://example.com/2', {
    timeoutMs: 20_000,
  });

describe('a worker in a region without ClickHouse', () => {
  it('brings link changes to the caches by way of Kafka, and says that it counts no clicks (RED-4)', async () => {
    const worker = await launch({ KAFKA_BROKERS: engines().kafkaBrokers });
    await waitFor(() => isReady(worker), { timeoutMs: 50_000 });
    expect(await readiness(worker)).toEqual({
      status: 200,
      body: { ready: true, clickhouse: 'off', stream: 'off', linkChanges: true },
    });
    await arrived(await changedLink());
    const metrics = await waitFor(
      async () => {
        const text = await (await fetch(worker.metricsUrl)).text();
        return /^brevia_relay_changes_total [1-9]/m.test(text) ? text : null;
      },
      { timeoutMs: 10_000 },
    );
    expect(metrics).toMatch(/^brevia_worker_counts_clicks 0$/m);
    expect(metrics).not.toMatch(/brevia_worker_(rows|lag|batch|insert|dead)/);
    expect(await readFile(logFile(), 'utf8')).toContain(
      'this worker relays link changes and counts no clicks',
    );
    expect(await worker.end()).toBe(0);
  }, 90_000);

  it('leaves the clicks in Kafka: none is read in the name of the workers', async () => {
    const brokers = [engines().kafkaBrokers];
    const sink = createKafkaSink({ brokers });
    await createClickProducer(createRandom(21)).burst(sink, 50);
    const worker = await launch({ KAFKA_BROKERS: engines().kafkaBrokers });
    await waitFor(() => isReady(worker), { timeoutMs: 50_000 });
    await arrived(await changedLink());
    const admin = createKafka(brokers, 'test', silentLog).admin();
    await admin.connect();
    const [read] = await admin.fetchOffsets({ groupId: WORKER_GROUP, topics: ['clicks'] });
    const there = await admin.fetchTopicOffsets('clicks');
    await admin.disconnect();
    await sink.close();
    expect(new Set(read?.partitions.map(({ offset }) => offset))).toEqual(new Set(['-1']));
    expect(there.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0)).toBeGreaterThan(0);
  }, 90_000);

  it('needs no Kafka either, is not ready while the store is away, and makes up for it', async () => {
    const target = new URL(store.url);
    const proxy = await startProxy({ target: target.host });
    await proxy.refuse();
    const away = new URL(store.url);
    away.host = `127.0.0.1:${proxy.port}`;
    const worker = await launch({ DATABASE_URL: away.href });
    const link = await changedLink();
    await waitFor(async () => !(await isReady(worker)), { timeoutMs: 20_000 });
    expect(await readiness(worker)).toMatchObject({ status: 503, body: { linkChanges: false } });
    await proxy.pass();
    await arrived(link);
    await waitFor(() => isReady(worker), { timeoutMs: 20_000 });
    expect(await worker.end()).toBe(0);
    await proxy.close();
  }, 90_000);

  it('does not start where it would have nothing to do, and names the settings', async () => {
    await expect(launch({ DATABASE_URL: '', KAFKA_BROKERS: engines().kafkaBrokers })).rejects.toThrow(
      'ended with 1',
    );
    await waitFor(async () =>
      (await readFile(logFile(), 'utf8')).includes('CLICKHOUSE_URL: or DATABASE_URL is missing'),
    );
  });
});
