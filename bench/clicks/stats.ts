import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClickStats, reconcile, type BotFilter } from '@brevia/clicks';
import { startClickHouse } from '@brevia/engines';
import { cpuSeconds } from './cpu.ts';
import { fillClickHouse, HOT_LINK, HOT_OWNER } from './dataset.ts';

export interface QueryReading {
  readonly query: string;
  /** Wall time from this process, milliseconds. */
  readonly p50: number;
  readonly p95: number;
  /** CPU time that ClickHouse spends on it, milliseconds: does not depend on what else the machine does. */
  readonly cpu: number;
}

export interface StatsReading {
  readonly clicks: number;
  readonly queries: readonly QueryReading[];
  readonly bytesPerClick: Readonly<Record<string, number>>;
  readonly reconcileSeconds: number;
}

const DAY = 86_400_000;

/** Each question of a link's page and of the overview, on a link with a third of all clicks. */
export async function benchStats(
  clicks = 30_000_000,
  rounds = 40,
  log: (line: string) => void = console.log,
): Promise<StatsReading> {
  const dir = await mkdtemp(join(tmpdir(), 'brevia-stats-bench-'));
  const engine = await startClickHouse({ dataDir: join(dir, 'clickhouse'), durable: false });
  try {
    const client = await fillClickHouse(`${engine.url}/bench`, clicks, log);
    const stats = createClickStats(client);
    const now = new Date();
    const last = (days: number) => ({
      from: new Date(now.getTime() - days * DAY),
      to: now,
      bots: 'exclude' as BotFilter,
      timezone: 'Asia/Kathmandu',
    });
    const questions: Record<string, () => Promise<unknown>> = {
      summary: () => stats.summary(HOT_LINK, now),
      'series, 90 days by day': () => stats.series(HOT_LINK, { ...last(90), granularity: 'day' }),
      'series, 24 hours by hour': () => stats.series(HOT_LINK, { ...last(1), granularity: 'hour' }),
      'series, 30 days by hour': () => stats.series(HOT_LINK, { ...last(30), granularity: 'hour' }),
      'countries, 90 days': () => stats.breakdown(HOT_LINK, { ...last(90), by: 'country', limit: 10 }),
      'referrers, 90 days': () => stats.breakdown(HOT_LINK, { ...last(90), by: 'referrer', limit: 10 }),
      'overview, 30 days by day': () =>
        stats.overview(HOT_OWNER, { ...last(30), granularity: 'day', limit: 10 }),
    };
    const queries: QueryReading[] = [];
    for (const [query, ask] of Object.entries(questions)) {
      for (let i = 0; i < 3; i++) await ask();
      const times: number[] = [];
      const before = cpuSeconds(engine.pid);
      for (let i = 0; i < rounds; i++) {
        const began = performance.now();
        await ask();
        times.push(performance.now() - began);
      }
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
      queries.push({
        query,
        p50: at(0.5),
        p95: at(0.95),
        cpu: ((cpuSeconds(engine.pid) - before) / rounds) * 1_000,
      });
    }
    const sizes = await client.query({
      query: `SELECT table, sum(bytes_on_disk) AS bytes FROM system.parts
        WHERE active AND database = currentDatabase() GROUP BY table`,
      format: 'JSONEachRow',
    });
    const bytes = await sizes.json<{ table: string; bytes: string }>();
    const began = performance.now();
    const differing = await reconcile({
      clickhouse: client,
      from: new Date(now.getTime() - 4 * DAY),
      to: now,
      log: QUIET,
    });
    if (differing.length > 0)
      throw new Error(`the data set differs from its roll-ups: ${JSON.stringify(differing)}`);
    const reconcileSeconds = (performance.now() - began) / 1_000;
    await client.close();
    return {
      clicks,
      queries,
      bytesPerClick: Object.fromEntries(bytes.map((row) => [row.table, Number(row.bytes) / clicks])),
      reconcileSeconds,
    };
  } finally {
    await engine.kill();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const ignore = (): void => undefined;
const QUIET = { info: ignore, warn: ignore, error: ignore };

if (process.argv[1] === import.meta.filename) {
  const reading = await benchStats(Number(process.argv[2] ?? 30_000_000));
  console.log(`${reading.clicks.toLocaleString('en')} clicks, a third of them on one link`);
  for (const { query, p50, p95, cpu } of reading.queries) {
    console.log(
      `${query.padEnd(28)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, CPU ${cpu.toFixed(1)} ms`,
    );
  }
  const total = Object.values(reading.bytesPerClick).reduce((sum, bytes) => sum + bytes, 0);
  console.log(`bytes a click: ${total.toFixed(1)} (goal < 50)`, reading.bytesPerClick);
  console.log(`reconcile of 3 days: ${reading.reconcileSeconds.toFixed(1)} s`);
}
