import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClickHouse, createKafkaSink, migrateClickHouse } from '@brevia/clicks';
import { encodeClicks, type ClickEvent } from '@brevia/core';
import { startClickHouse, startKafka, type Engine } from '@brevia/engines';
import { cpuSeconds } from './cpu.ts';
import { createEvents } from './events.ts';

export interface PipelineReading {
  readonly clicks: number;
  readonly seconds: number;
  readonly clicksPerSecond: number;
  /** CPU seconds of each process while it drained the topic. */
  readonly cpu: { readonly worker: number; readonly clickhouse: number; readonly kafka: number };
  /** What these CPU seconds would give on two cores that do nothing else. */
  readonly clicksPerSecondOnTwoCores: number;
}

const RECORD = 500;

/**
 * From a full Kafka topic to ClickHouse with every roll-up: real broker, real worker process, real engine. The topic is
 * filled beforehand; the clock runs from the first click counted to the last.
 */
export async function benchPipeline(clicks = 2_000_000): Promise<PipelineReading> {
  const dir = await mkdtemp(join(tmpdir(), 'brevia-bench-'));
  const engines: Engine[] = [];
  try {
    const [clickhouse, kafka] = await Promise.all([
      startClickHouse({ dataDir: join(dir, 'clickhouse'), durable: false }),
      startKafka({ dataDir: join(dir, 'kafka'), durable: false }),
    ]);
    engines.push(clickhouse, kafka);
    const url = `${clickhouse.url}/bench`;
    await migrateClickHouse(url);
    await fillTopic(kafka.url, clicks);
    return await drain(url, clicks, clickhouse, kafka);
  } finally {
    await Promise.all(engines.map(async (engine) => engine.kill()));
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function fillTopic(brokers: string, clicks: number): Promise<void> {
  const sink = createKafkaSink({ brokers: [brokers], partitions: 4 });
  const next = createEvents({ links: 50_000, agents: 3_000 });
  const waiting = new Map<number, ClickEvent[]>();
  const sent: Promise<void>[] = [];
  for (let i = 0; i < clicks; i++) {
    const click = next();
    const partition = sink.partitionFor(click.domain, click.code);
    const batch = waiting.get(partition) ?? [];
    waiting.set(partition, batch);
    batch.push(click);
    if (batch.length < RECORD) continue;
    waiting.delete(partition);
    sent.push(sink.send([{ partition, count: batch.length, ndjson: encodeClicks(batch) }]));
    if (sent.length % 64 === 0) await Promise.all(sent.splice(0));
  }
  for (const [partition, batch] of waiting) {
    sent.push(sink.send([{ partition, count: batch.length, ndjson: encodeClicks(batch) }]));
  }
  await Promise.all(sent);
  await sink.close(60_000);
  if (sink.dropped() > 0) throw new Error(`the sink lost ${sink.dropped()} clicks`);
}

async function drain(
  url: string,
  clicks: number,
  clickhouse: Engine,
  kafka: Engine,
): Promise<PipelineReading> {
  const client = createClickHouse({ url, application: 'brevia-bench' });
  const app = join(import.meta.dirname, '../../apps/worker');
  await new Promise((resolve) => spawn(process.execPath, ['build.mjs'], { cwd: app }).once('exit', resolve));
  const worker = spawn(process.execPath, [join(app, 'dist/main.js')], {
    env: {
      PATH: process.env['PATH'],
      KAFKA_BROKERS: kafka.url,
      CLICKHOUSE_URL: url,
      METRICS_PORT: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const pids = { worker: worker.pid ?? 0, clickhouse: clickhouse.pid, kafka: kafka.pid };
  const usage = () => ({
    worker: cpuSeconds(pids.worker),
    clickhouse: cpuSeconds(pids.clickhouse),
    kafka: cpuSeconds(pids.kafka),
  });
  const counted = async (): Promise<number> => {
    const answer = await client.query({
      query: 'SELECT sum(clicks) AS n FROM owner_link_day',
      format: 'JSONEachRow',
    });
    return Number((await answer.json<{ n: string }>())[0]?.n ?? 0);
  };
  try {
    while ((await counted()) === 0) await wait(50);
    const before = { at: performance.now(), cpu: usage(), counted: await counted() };
    while ((await counted()) < clicks) await wait(200);
    const seconds = (performance.now() - before.at) / 1_000;
    const after = usage();
    const rows = clicks - before.counted;
    const cpu = {
      worker: after.worker - before.cpu.worker,
      clickhouse: after.clickhouse - before.cpu.clickhouse,
      kafka: after.kafka - before.cpu.kafka,
    };
    const total = cpu.worker + cpu.clickhouse + cpu.kafka;
    return {
      clicks: rows,
      seconds,
      clicksPerSecond: Math.round(rows / seconds),
      cpu,
      clicksPerSecondOnTwoCores: Math.round((rows / total) * 2),
    };
  } finally {
    worker.kill('SIGKILL');
    await client.close();
  }
}

if (process.argv[1] === import.meta.filename) {
  const reading = await benchPipeline(Number(process.argv[2] ?? 2_000_000));
  const { cpu } = reading;
  console.log(
    `Kafka -> worker -> ClickHouse with roll-ups: ${reading.clicks.toLocaleString('en')} clicks in ${reading.seconds.toFixed(1)} s, ` +
      `${reading.clicksPerSecond.toLocaleString('en')}/s (goal 92,500)\n` +
      `CPU seconds: worker ${cpu.worker.toFixed(1)}, ClickHouse ${cpu.clickhouse.toFixed(1)}, Kafka ${cpu.kafka.toFixed(1)}; ` +
      `two cores of their own would do ${reading.clicksPerSecondOnTwoCores.toLocaleString('en')}/s`,
  );
}
