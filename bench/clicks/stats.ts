import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClickStats, reconcile, type BotFilter } from '@brevia/clicks';
import { startClickHouse } from '@brevia/engines';
import { cpuSeconds } from './cpu.ts';
import { fillClickHouse, HOT_LINK, HOT_OWNER } from './dataset.ts';

interface Percentiles {
  /** The fastest round: what is left when nothing else wants the processor. */
  readonly best: number;
  readonly p50: number;
  readonly p95: number;
}

export interface QueryReading {
  readonly query: string;
  /** Wall time of the question from this process, milliseconds. */
  readonly wall: Percentiles;
  /** The slowest of its queries as ClickHouse timed it: they run at the same time. */
  readonly slowest: Percentiles;
  /** All of its queries one after another, as ClickHouse timed them. */
  readonly sum: Percentiles;
  readonly queries: number;
  readonly rowsRead: number;
  /** CPU time that ClickHouse spends on it, milliseconds: does not depend on what else the machine does. */
  readonly cpu: number;
}

export interface StatsReading {
  readonly clicks: number;
  readonly queries: readonly QueryReading[];
  readonly bytesPerClick: Readonly<Record<string, number>>;
  readonly reconcileSeconds: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KATHMANDU = 5.75 * HOUR;

type Client = Awaited<ReturnType<typeof fillClickHouse>>;

/** Each question of a link's page and of the overview, on a link with a third of all clicks. */
export async function benchStats(
  clicks = 30_000_000,
  rounds = 40,
  print: (line: string) => void = console.log,
): Promise<StatsReading> {
  const dir = await mkdtemp(join(tmpdir(), 'brevia-stats-bench-'));
  const engine = await startClickHouse({ dataDir: join(dir, 'clickhouse'), durable: false });
  try {
    const client = await fillClickHouse(`${engine.url}/bench`, clicks, print);
    const log = timed(client);
    const now = new Date();
    const stats = createClickStats(log.client, () => now);
    // As the dashboard asks: from the beginning of the first bucket in the visitor's zone up to now. Kathmandu's hours and days begin at
    // a quarter of UTC's, which is the dearest case there is.
    const shared = { to: now, bots: 'exclude' as BotFilter, timezone: 'Asia/Kathmandu' };
    const fromHour = (hours: number) => ({
      ...shared,
      from: new Date(floorTo(HOUR, now) - (hours - 1) * HOUR),
    });
    const fromDay = (days: number) => ({ ...shared, from: new Date(floorTo(DAY, now) - (days - 1) * DAY) });
    // As a program may ask: cut within a day, an hour and a quarter of an hour.
    const cut = (days: number) => ({ ...shared, from: new Date(now.getTime() - days * DAY) });
    const byDay = { granularity: 'day', limit: 10 } as const;
    const byHour = { granularity: 'hour', limit: 10 } as const;
    const questions: Record<string, () => Promise<unknown>> = {
      summary: () => stats.summary(HOT_LINK, now),
      'series, 90 days by day': () => stats.series(HOT_LINK, { ...fromDay(90), ...byDay }),
      'series, 90 days by day, cut': () => stats.series(HOT_LINK, { ...cut(90), ...byDay }),
      'series, 13 weeks': () => stats.series(HOT_LINK, { ...fromDay(91), granularity: 'week' }),
      'series, 30 days by day': () => stats.series(HOT_LINK, { ...fromDay(30), ...byDay }),
      'series, 7 days by day': () => stats.series(HOT_LINK, { ...fromDay(7), ...byDay }),
      'series, 7 days by hour': () => stats.series(HOT_LINK, { ...fromDay(7), ...byHour }),
      'series, 24 hours': () => stats.series(HOT_LINK, { ...fromHour(24), ...byHour }),
      'series, 24 hours, cut': () => stats.series(HOT_LINK, { ...cut(1), ...byHour }),
      'series, 30 days by hour': () => stats.series(HOT_LINK, { ...fromDay(30), ...byHour }),
      'series, 1 hour by minute': () => stats.series(HOT_LINK, { ...cut(1 / 24), granularity: 'minute' }),
      'countries, 90 days': () => stats.breakdown(HOT_LINK, { ...fromDay(90), by: 'country', limit: 10 }),
      'referrers, 90 days': () => stats.breakdown(HOT_LINK, { ...fromDay(90), by: 'referrer', limit: 10 }),
      'browsers, 7 days, cut': () => stats.breakdown(HOT_LINK, { ...cut(7), by: 'browser', limit: 10 }),
      'overview, 30 days by day': () => stats.overview(HOT_OWNER, { ...fromDay(30), ...byDay }),
      'overview, 7 days by hour': () => stats.overview(HOT_OWNER, { ...fromDay(7), ...byHour }),
      'overview of 4 cold links, 30 days': () => stats.overview('workspace-77', { ...fromDay(30), ...byDay }),
    };
    const queries: QueryReading[] = [];
    for (const [query, ask] of Object.entries(questions)) {
      for (let i = 0; i < 3; i++) await ask();
      log.take();
      const walls: number[] = [];
      const slowest: number[] = [];
      const sums: number[] = [];
      const before = cpuSeconds(engine.pid);
      let asked: Timing[] = [];
      for (let i = 0; i < rounds; i++) {
        const began = performance.now();
        await ask();
        walls.push(performance.now() - began);
        asked = log.take();
        slowest.push(Math.max(...asked.map(({ milliseconds }) => milliseconds)));
        sums.push(asked.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
      }
      queries.push({
        query,
        wall: percentiles(walls),
        slowest: percentiles(slowest),
        sum: percentiles(sums),
        queries: asked.length,
        rowsRead: asked.reduce((sum, { rows }) => sum + rows, 0),
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

/** Where the hour or day of Kathmandu began. */
const floorTo = (unit: number, at: Date): number =>
  Math.floor((at.getTime() + KATHMANDU) / unit) * unit - KATHMANDU;

function percentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { best: at(0), p50: at(0.5), p95: at(0.95) };
}

interface Timing {
  readonly milliseconds: number;
  readonly rows: number;
}

/** A client that notes what ClickHouse says of each query; its answer has to be complete before it can tell. */
function timed(client: Client): { client: Client; take: () => Timing[] } {
  let seen: Timing[] = [];
  const query = async (params: Parameters<Client['query']>[0]) => {
    const settings = { ...params.clickhouse_settings, wait_end_of_query: 1 as const };
    const answer = await client.query({ ...params, clickhouse_settings: settings });
    const summary = JSON.parse(String(answer.response_headers['x-clickhouse-summary'])) as Record<
      string,
      string
    >;
    seen.push({ milliseconds: Number(summary['elapsed_ns']) / 1e6, rows: Number(summary['read_rows']) });
    return answer;
  };
  const take = (): Timing[] => {
    const taken = seen;
    seen = [];
    return taken;
  };
  return { client: Object.assign(Object.create(client) as Client, { query }), take };
}

const ignore = (): void => undefined;
const QUIET = { info: ignore, warn: ignore, error: ignore };

if (process.argv[1] === import.meta.filename) {
  const reading = await benchStats(Number(process.argv[2] ?? 30_000_000));
  console.log(`${reading.clicks.toLocaleString('en')} clicks, a third of them on one link`);
  const all = ({ best, p50, p95 }: Percentiles): string =>
    [best, p50, p95]
      .map((time) => time.toFixed(1))
      .join(' / ')
      .padStart(21);
  console.log(
    `${'best / p50 / p95, ms'.padEnd(34)}         slowest query           all queries                  wall       CPU  queries  rows`,
  );
  for (const { query, wall, slowest, sum, cpu, queries, rowsRead } of reading.queries) {
    console.log(
      `${query.padEnd(34)}${all(slowest)}  ${all(sum)}  ${all(wall)}  ${cpu.toFixed(1).padStart(8)}  ${queries}  ${rowsRead}`,
    );
  }
  const total = Object.values(reading.bytesPerClick).reduce((sum, bytes) => sum + bytes, 0);
  console.log(`bytes a click: ${total.toFixed(1)} (goal < 50)`, reading.bytesPerClick);
  console.log(`reconcile of 3 days: ${reading.reconcileSeconds.toFixed(1)} s`);
}
