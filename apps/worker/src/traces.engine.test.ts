import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafkaSink, createSpoolSink, migrateClickHouse, type ClickSink } from '@brevia/clicks';
import { createDatabase, migrate } from '@brevia/db';
import { startKafka, type Engine } from '@brevia/engines';
import {
  createTestClickHouseDatabase,
  createTestDatabase,
  startProxy,
  uniqueName,
  waitFor,
} from '@brevia/engines/testing';
import { startCollector, type Collector } from '@brevia/telemetry/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openClickHouse, type ClickHouse } from './testing/click-house.ts';
import { createClickProducer } from './testing/click-producer.ts';
import { createRandom } from './testing/random.ts';
import { buildWorker, startWorker, type WorkerProcess } from './testing/worker-process.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const contextOf = (n: number) => ({
  traceId: `${n}`.repeat(32),
  spanId: `${n}`.repeat(16),
  header: `00-${`${n}`.repeat(32)}-${`${n}`.repeat(16)}-01`,
});

let dir: string;
let url: string;
let clickhouse: ClickHouse;
let drop: () => Promise<void>;
let collector: Collector;
let worker: WorkerProcess | undefined;
/** Of this file alone: workers share one group, and the redirector writes to the topic `clicks`. */
let kafka: Engine;
let kafkaDir: string;
beforeAll(async () => {
  kafkaDir = await mkdtemp(join(tmpdir(), 'brevia-traces-kafka-'));
  kafka = await startKafka({ dataDir: kafkaDir });
  await buildWorker();
});
afterAll(async () => {
  await kafka.stop();
  await rm(kafkaDir, { recursive: true, force: true });
});
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'brevia-traces-'));
  const database = await createTestClickHouseDatabase();
  [url, drop] = [database.url, () => database.drop()];
  await migrateClickHouse(url);
  clickhouse = openClickHouse(url);
  collector = await startCollector();
});
afterEach(async () => {
  await worker?.kill();
  await collector.close();
  await clickhouse.close();
  await drop();
  await rm(dir, { recursive: true, force: true });
});

const launch = async (environment: Readonly<Record<string, string>>): Promise<WorkerProcess> => {
  const common = { CLICKHOUSE_URL: url, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  return (worker = await startWorker({ ...common, ...environment }, join(dir, 'worker.log')));
};
const counted = (total: number) =>
  waitFor(
    async () => {
      const [row] = await clickhouse.rows<{ n: number }>('SELECT count() AS n FROM clicks');
      return (row?.n ?? 0) >= total;
    },
    { timeoutMs: 50_000, what: `${total} clicks` },
  );

/** A redirector from its folder, as a process; nothing of it is imported here. @returns its address */
async function startRedirector(env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: join(import.meta.dirname, '../../redirector'),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      REDIRECTOR_PORT: '0',
      METRICS_PORT: '0',
      GEOIP_DB_PATH: 'off',
      VISITOR_KEY: 'a key that is long enough for the tests',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      KAFKA_BROKERS: kafka.url,
      ...env,
    },
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const [ready] = (await once(child, 'message')) as [{ url: string }];
  return ready.url;
}

/** A link store with one link. @returns its address */
async function storeWith(link: { code: string; longUrl: string }): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await migrate(database.url);
  const store = createDatabase({ url: database.url });
  await store.links.insert({
    domain: 'default',
    workspaceId: null,
    creatorId: null,
    isCustom: false,
    ...link,
  });
  await store.close();
  return database.url;
}

describe('traces of the worker (RUN-4)', () => {
  it('lead from the publisher over Kafka to the insert, its announcement and its commit', async () => {
    const topic = uniqueName('clicks');
    const sink = createKafkaSink({ brokers: [kafka.url], topic, partitions: 1 });
    const producer = createClickProducer(createRandom(7));
    const [first, second] = [contextOf(1), contextOf(2)];
    for (const { header: traceparent } of [first, second]) {
      const send: ClickSink['send'] = (batches) =>
        sink.send(batches.map((batch) => ({ ...batch, traceparent })));
      await producer.burst({ ...sink, send }, 20);
    }
    await sink.close();
    const running = await launch({ KAFKA_BROKERS: kafka.url, CLICK_TOPICS: topic, CLICK_PARTITIONS: '1' });
    // Both records may have come with one fetch, or each with its own.
    const followed = () =>
      collector
        .named('ingest clicks')
        .flatMap(({ traceId, links }) => [traceId, ...links.map((link) => link.traceId)]);
    await waitFor(() => followed().includes(second.traceId), { timeoutMs: 50_000, what: 'both batches' });
    await running.end();
    const batches = collector.named('ingest clicks');
    const [batch] = batches;
    expect(batch).toMatchObject({
      service: 'brevia-worker',
      kind: 5,
      traceId: first.traceId,
      parentSpanId: first.spanId,
      isError: false,
      attributes: {
        'messaging.system': 'kafka',
        'messaging.destination.name': topic,
        'messaging.destination.partition.id': '0',
      },
    });
    const steps = collector.below(batch!);
    expect(steps.map(({ name }) => name)).toEqual(['fetch', 'announce', 'INSERT clicks', 'commit']);
    const [fetch, , insert] = steps;
    expect(fetch!.startedAt).toBeGreaterThanOrEqual(batch!.startedAt);
    expect(fetch!.endedAt).toBeLessThanOrEqual(insert!.startedAt);
    expect(insert!.attributes).toMatchObject({ 'db.system.name': 'clickhouse' });
  });

  it('are one from the redirector that publishes a click to ClickHouse, for every click', async () => {
    const databaseUrl = await storeWith({ code: 'aB3dE5g', longUrl: 'https://target.example/' });
    const redirector = await startRedirector({ DATABASE_URL: databaseUrl });
    const running = await launch({ KAFKA_BROKERS: kafka.url });
    for (let n = 0; n < 10; n++) {
      expect((await fetch(`${redirector}/aB3dE5g`, { redirect: 'manual' })).status).toBe(302);
    }
    await counted(10);
    await running.end();
    await waitFor(
      () =>
        sum(
          collector.named('publish clicks').map(({ attributes }) => Number(attributes['brevia.clicks'])),
        ) === 10,
      { what: 'the spans of the redirector' },
    );
    const inserts = collector.named('INSERT clicks');
    expect(inserts.length).toBeGreaterThan(0);
    for (const { traceId } of inserts) {
      const path = collector.spans.filter((span) => span.traceId === traceId);
      expect(path.map(({ service, name }) => `${service}: ${name}`)).toEqual(
        expect.arrayContaining(['brevia-redirector: publish clicks', 'brevia-worker: ingest clicks']),
      );
    }
    const led = collector
      .named('ingest clicks')
      .flatMap(({ parentSpanId, links }) => [parentSpanId, ...links.map((link) => link.spanId)]);
    for (const { spanId } of collector.named('publish clicks')) expect(led).toContain(spanId);
    for (const secret of ['aB3dE5g', 'target.example']) expect(collector.texts.join()).not.toContain(secret);
  });

  it('of the spool begin with the batch, since nothing comes along with its records', async () => {
    const spool = join(dir, 'spool');
    const sink = createSpoolSink({ dir: spool });
    const producer = createClickProducer(createRandom(8));
    await producer.burst(sink, 30);
    await sink.close();
    const running = await launch({ SPOOL_DIR: spool });
    await counted(producer.total());
    await running.end();
    const [batch] = collector.named('ingest clicks');
    expect(batch).toMatchObject({
      parentSpanId: undefined,
      links: [],
      attributes: { 'messaging.system': 'spool' },
    });
    expect(collector.below(batch!).map(({ name }) => name)).toEqual([
      'fetch',
      'announce',
      'INSERT clicks',
      'commit',
    ]);
  });

  it('show each attempt to insert; a collector that is away changes no count', async () => {
    const spool = join(dir, 'spool');
    const proxy = await startProxy({ target: url });
    onTestFinished(() => proxy.close());
    await proxy.refuse();
    const sink = createSpoolSink({ dir: spool });
    const producer = createClickProducer(createRandom(9));
    await producer.burst(sink, 30);
    await sink.close();
    const running = await launch({ SPOOL_DIR: spool, CLICKHOUSE_URL: proxy.url });
    await waitFor(() => collector.named('INSERT clicks').length > 0, { what: 'a failed insert' });
    await proxy.pass();
    await counted(producer.total());
    await running.end();
    const attempts = collector.named('INSERT clicks');
    expect(attempts.at(-1)?.isError).toBe(false);
    for (const failed of attempts.slice(0, -1)) expect(failed.isError).toBe(true);
    expect(attempts.length).toBeGreaterThan(1);
  });
});
