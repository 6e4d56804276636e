import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createKafkaSink, createSpoolSink, migrateClickHouse, type ClickSink } from '@brevia/clicks';
import { startClickHouse, startKafka, type Engine } from '@brevia/engines';
import { waitFor } from '@brevia/engines/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from './testing/audit.ts';
import { openClickHouse } from './testing/click-house.ts';
import { createClickProducer } from './testing/click-producer.ts';
import { fileLog } from './testing/file-log.ts';
import { createRandom } from './testing/random.ts';
import { buildWorker, startWorker, type WorkerProcess } from './testing/worker-process.ts';

// kill -9 in random moments while clicks are produced; at the end every table must hold exactly what was produced, for
// every link. CHAOS_SECONDS and CHAOS_SEED make it longer, or the same again (as far as the kernel allows).
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 30);
const SEED = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000_000);
const DATABASE = 'chaos';

let dir: string;
const engines = new Map<string, Engine>();
const workers: (WorkerProcess | undefined)[] = [];

beforeAll(buildWorker);
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'brevia-chaos-'));
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map(async (worker) => worker?.kill()));
  await Promise.all(Array.from(engines.values(), (engine) => engine.kill()));
  engines.clear();
  if (process.env['CHAOS_KEEP'] === undefined) await rm(dir, { recursive: true, force: true, maxRetries: 5 });
});

const startEngine = {
  clickhouse: (port?: number) =>
    startClickHouse({ dataDir: join(dir, 'clickhouse'), ...(port ? { port } : {}) }),
  kafka: (port?: number) => startKafka({ dataDir: join(dir, 'kafka'), ...(port ? { port } : {}) }),
};

async function restart(name: keyof typeof startEngine): Promise<void> {
  const engine = engines.get(name);
  if (!engine) throw new Error(`${name} was never started`);
  await engine.kill();
  engines.set(name, await startEngine[name](engine.port));
}

interface Setting {
  readonly adapter: 'kafka' | 'spool';
  readonly workers: number;
  readonly victims: readonly ('worker' | 'clickhouse' | 'kafka' | 'sink')[];
}

async function run(setting: Setting): Promise<void> {
  const random = createRandom(SEED);
  const clickhouse = await startEngine.clickhouse();
  engines.set('clickhouse', clickhouse);
  if (setting.adapter === 'kafka') engines.set('kafka', await startEngine.kafka());
  const url = `${clickhouse.url}/${DATABASE}`;
  await migrateClickHouse(url);

  const stream: Record<string, string> =
    setting.adapter === 'kafka'
      ? { KAFKA_BROKERS: engines.get('kafka')?.url ?? '' }
      : { SPOOL_DIR: join(dir, 'spool') };
  const log = fileLog(join(dir, 'sink.log'));
  const createSink = (): ClickSink =>
    setting.adapter === 'kafka'
      ? createKafkaSink({ brokers: [engines.get('kafka')?.url ?? ''], log })
      : // Small segments, so that many are begun, finished and deleted.
        createSpoolSink({ dir: join(dir, 'spool'), segmentBytes: 200_000, log });
  const launch = async (index: number): Promise<void> => {
    const settings = { CLICKHOUSE_URL: url, BATCH_ROWS: '2000', KAFKA_SESSION_SECONDS: '6', ...stream };
    workers[index] = await startWorker(settings, join(dir, `worker-${index}.log`));
  };
  await Promise.all(Array.from({ length: setting.workers }, (_, index) => launch(index)));

  let sink = createSink();
  const producer = createClickProducer(random);
  const kills: Record<string, number> = {};
  const end = Date.now() + SECONDS * 1_000;
  const produce = async (): Promise<void> => {
    // A redirector does not wait for its stream either; it bounds what is in flight.
    const flying = new Set<Promise<void>>();
    while (Date.now() < end) {
      const burst = producer.burst(sink, 50 + Math.floor(random() * 400));
      flying.add(burst);
      void burst.finally(() => flying.delete(burst));
      if (flying.size >= 50) await Promise.race(flying);
      await wait(20 + random() * 100);
    }
    await Promise.all(flying);
  };
  const strike = async (): Promise<void> => {
    // In random order, but each of them as often as its share.
    let round: (typeof setting.victims)[number][] = [];
    while (Date.now() < end) {
      await wait(300 + random() * 2_500);
      if (round.length === 0) round = [...setting.victims];
      const victim = round.splice(Math.floor(random() * round.length), 1)[0] ?? 'worker';
      kills[victim] = (kills[victim] ?? 0) + 1;
      if (victim === 'worker') {
        const index = Math.floor(random() * setting.workers);
        await workers[index]?.kill();
        await launch(index);
      } else if (victim === 'sink') {
        const old = sink;
        sink = createSink();
        await old.close();
      } else {
        await restart(victim);
      }
    }
  };
  await Promise.all([produce(), strike()]);
  await sink.close(60_000);
  expect(sink.dropped()).toBe(0);

  const reader = openClickHouse(url);
  const reached = async (): Promise<boolean> => {
    const [row] = await reader
      .rows<{ n: number }>('SELECT sum(clicks) AS n FROM owner_link_day')
      .catch(() => []);
    return (row?.n ?? 0) >= producer.total();
  };
  await waitFor(reached, { timeoutMs: 90_000 }).catch(() => undefined);
  // Whatever would still be counted twice has to come through before we look: a worker that ends has nothing under way.
  await Promise.all(workers.map(async (worker) => worker?.end()));
  const found = await audit(reader, producer.produced);
  await reader.close();
  console.log(
    `chaos ${setting.adapter}: seed ${SEED}, ${SECONDS} s, kills ${JSON.stringify(kills)}, ` +
      `produced ${producer.total()} clicks on ${producer.produced.size} links, found ${JSON.stringify({ ...found, wrong: found.wrong.length })}`,
  );
  const total = producer.total();
  expect(found).toEqual({
    raw: total,
    linkDay: total,
    ownerDay: total,
    ownerLinkDay: total,
    wrong: [],
    doubled: 0,
    wrongHours: 0,
  });
}

describe('clicks are counted exactly once though processes are killed (CLICK-3)', () => {
  it('with the spool', () =>
    run({ adapter: 'spool', workers: 1, victims: ['worker', 'clickhouse', 'sink'] }));

  it('with Kafka and two workers', () =>
    run({
      adapter: 'kafka',
      workers: 2,
      victims: ['worker', 'worker', 'clickhouse', 'clickhouse', 'kafka'],
    }));
});
