import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  createClickHouse,
  createClickStats,
  createKafkaSink,
  createSpoolSink,
  migrateClickHouse,
  type ClickSink,
} from '@brevia/clicks';
import { encodeClicks } from '@brevia/core';
import { startClickHouse, startKafka, type Engine } from '@brevia/engines';
import { createEvents } from './events.ts';

const APP = join(import.meta.dirname, '../../apps/worker');

/** Milliseconds from handing a click to the sink until `summary` counts it, sorted; a redirector adds its batch of 100 ms. */
export async function benchFreshness(adapter: 'kafka' | 'spool', clicks = 20): Promise<number[]> {
  const dir = await mkdtemp(join(tmpdir(), 'brevia-freshness-'));
  const engines: Engine[] = [];
  await new Promise((resolve) => spawn(process.execPath, ['build.mjs'], { cwd: APP }).once('exit', resolve));
  try {
    const clickhouse = await startClickHouse({ dataDir: join(dir, 'clickhouse'), durable: false });
    engines.push(clickhouse);
    const url = `${clickhouse.url}/freshness`;
    await migrateClickHouse(url);
    const stream: Record<string, string> = { SPOOL_DIR: join(dir, 'spool') };
    let sink: ClickSink;
    if (adapter === 'kafka') {
      const kafka = await startKafka({ dataDir: join(dir, 'kafka'), durable: false });
      engines.push(kafka);
      stream['KAFKA_BROKERS'] = kafka.url;
      sink = createKafkaSink({ brokers: [kafka.url] });
    } else sink = createSpoolSink({ dir: join(dir, 'spool') });
    const worker = spawn(process.execPath, [join(APP, 'dist/main.js')], {
      env: {
        PATH: process.env['PATH'],
        CLICKHOUSE_URL: url,
        METRICS_PORT: '0',
        LOG_LEVEL: 'warn',
        ...stream,
      },
      stdio: 'inherit',
    });
    const client = createClickHouse({ url, application: 'brevia-bench' });
    try {
      return await measure(sink, createClickStats(client), clicks);
    } finally {
      worker.kill('SIGKILL');
      await sink.close();
      await client.close();
    }
  } finally {
    await Promise.all(engines.map(async (engine) => engine.kill()));
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure(sink: ClickSink, stats: ReturnType<typeof createClickStats>, clicks: number) {
  const next = createEvents({ links: 1, agents: 3 });
  const times: number[] = [];
  for (let i = 0; i <= clicks; i++) {
    // A person: bots are counted apart.
    const click = {
      ...next(),
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    };
    const partition = sink.partitionFor(click.domain, click.code);
    const began = performance.now();
    await sink.send([{ partition, count: 1, ndjson: encodeClicks([click]) }]);
    while ((await stats.summary(click, new Date())).totalClicks <= i) await wait(20);
    // The first one waits for the group to form.
    if (i > 0) times.push(performance.now() - began);
    await wait(Math.random() * 1_000);
  }
  return times.sort((a, b) => a - b);
}

if (process.argv[1] === import.meta.filename) {
  for (const [adapter, goal] of [
    ['spool', 3],
    ['kafka', 5],
  ] as const) {
    const times = await benchFreshness(adapter);
    const at = (share: number) => ((times[Math.floor(share * (times.length - 1))] ?? 0) / 1_000).toFixed(2);
    console.log(`a click shows with ${adapter}: p50 ${at(0.5)} s, slowest ${at(1)} s (goal ${goal})`);
  }
}
