import type { LinkKey } from '@brevia/core';
import { WIDE_ROWS, type RunQuery } from './run.ts';
import { floorDay, quartersOf, rawCondition, seconds, type Span } from './span.ts';
import type { ClickSummary } from './types.ts';

const TOP_COUNTRIES = 5;
const DAY = 86_400_000;

interface Totals {
  readonly humans: number;
  readonly bots: number;
  readonly visitors: number;
  /** People by quarter on the two UTC days of the sliding day. */
  readonly yesterday: Readonly<Record<string, number>>;
  readonly today: Readonly<Record<string, number>>;
  readonly countries: Readonly<Record<string, number>>;
}

/**
 * STAT-1: what a link's page shows first. Totals and the whole quarters of the sliding day come from the roll-up, what sticks
 * out of those on both sides from raw clicks.
 */
export async function summary(run: RunQuery, link: LinkKey, now: Date): Promise<ClickSummary> {
  const key = { domain: link.domain, code: link.code };
  const span = quartersOf(now.getTime() - DAY, now.getTime(), now.getTime());
  // Before the counts: these may hold more than it says, never less.
  const lastUpdated = await readLastUpdated(run);
  const [[totals], [edges]] = await Promise.all([readTotals(run, key, span), readEdges(run, key, span)]);
  const clicksLast24h = (totals ? wholeQuarters(totals, span) : 0) + (edges?.clicks ?? 0);
  return {
    // The raw table is a moment ahead of the roll-up.
    totalClicks: Math.max(totals?.humans ?? 0, clicksLast24h),
    clicksLast24h,
    botClicks: totals?.bots ?? 0,
    uniqueVisitors: totals?.visitors ?? 0,
    topCountries: topCountries(totals?.countries ?? {}, TOP_COUNTRIES),
    lastUpdated,
  };
}

type Key = Readonly<Record<'domain' | 'code', string>>;

function readTotals(run: RunQuery, key: Key, { whole }: Span): Promise<Totals[]> {
  const [yesterday, today] = whole ? [seconds(whole.from), seconds(whole.to)] : [0, 0];
  return run<Totals>(
    `SELECT
       sumIf(clicks, kind = 'human') AS humans,
       sumIf(clicks, kind = 'bot') AS bots,
       uniqCombinedMergeIf(14)(visitors, kind = 'human') AS visitors,
       sumMapIf(quarters, kind = 'human' AND day = toDate({yesterday:UInt32}, 'UTC')) AS yesterday,
       sumMapIf(quarters, kind = 'human' AND day = toDate({today:UInt32}, 'UTC')) AS today,
       sumMapIf(countries, kind = 'human') AS countries
     FROM link_day
     PREWHERE domain = {domain:String} AND code = {code:String}`,
    { ...key, yesterday, today },
    WIDE_ROWS,
  );
}

/** Just before midnight all whole quarters of the sliding day are those of one UTC day. */
function wholeQuarters({ yesterday, today }: Totals, { whole }: Span): number {
  if (whole === null) return 0;
  const within = (quarters: Readonly<Record<string, number>>, midnight: number): number =>
    Object.entries(quarters).reduce((sum, [quarter, clicks]) => {
      const at = midnight + Number(quarter) * 900_000;
      return at >= whole.from && at < whole.to ? sum + clicks : sum;
    }, 0);
  const [first, last] = [floorDay(whole.from), floorDay(whole.to)];
  return within(yesterday, first) + (last > first ? within(today, last) : 0);
}

async function readEdges(run: RunQuery, key: Key, span: Span): Promise<{ clicks: number }[]> {
  if (span.raw.length === 0) return [];
  const raw = rawCondition(span);
  return run<{ clicks: number }>(
    `SELECT count() AS clicks
     FROM clicks
     WHERE domain = {domain:String} AND code = {code:String} AND kind = 'human' AND ${raw.sql}`,
    { ...key, ...raw.params },
  );
}

/** The highest countries, descending, equal ones by code; unknown ones are no country. */
export function topCountries(
  countries: Readonly<Record<string, number>>,
  limit: number,
): { countryCode: string; clicks: number }[] {
  return Object.entries(countries)
    .filter(([code, clicks]) => code !== '' && clicks > 0)
    .map(([countryCode, clicks]) => ({ countryCode, clicks }))
    .sort((a, b) => b.clicks - a.clicks || (a.countryCode < b.countryCode ? -1 : 1))
    .slice(0, limit);
}

/**
 * The moment up to which everything is counted: the stream that is furthest behind decides. Of the adapters only the one
 * that was reported last counts: who moves from the spool to Kafka leaves old rows behind.
 */
async function readLastUpdated(run: RunQuery): Promise<Date | null> {
  const [row] = await run<{ at: number }>(
    `SELECT toUnixTimestamp64Milli(min(complete)) AS at
     FROM (
       SELECT adapter, max(complete_to) AS complete, max(written_at) AS written
       FROM ingest_progress
       GROUP BY adapter, stream, stream_partition
     )
     WHERE adapter = (SELECT argMax(adapter, written_at) FROM ingest_progress)`,
    {},
  );
  return row && row.at > 0 ? new Date(row.at) : null;
}
