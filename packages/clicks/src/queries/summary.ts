import type { LinkKey } from '@brevia/core';
import { readCounts } from './counts.ts';
import type { RunQuery } from './run.ts';
import { quartersOf, seconds } from './span.ts';
import { subjectOfLink, type SeriesSubject } from './subject.ts';
import type { ClickSummary } from './types.ts';

const TOP_COUNTRIES = 5;
const DAY = 86_400_000;

interface Totals {
  readonly humans: number;
  readonly bots: number;
  readonly visitors: number;
  readonly countries: Readonly<Record<string, number>>;
}

/**
 * STAT-1: what a link's page shows first. Totals come from the roll-up; the sliding day too, by its whole quarters, and what sticks
 * out of those on both sides from raw clicks.
 */
export async function summary(run: RunQuery, link: LinkKey, now: Date): Promise<ClickSummary> {
  const subject = subjectOfLink(link);
  const from = now.getTime() - DAY;
  // Before the counts: these may hold more than it says, never less.
  const lastUpdated = await readLastUpdated(run);
  const [[totals], recent] = await Promise.all([
    readTotals(run, subject),
    readCounts(run, subject, quartersOf(from, now.getTime(), now.getTime()), [seconds(from)]),
  ]);
  const clicksLast24h = recent.reduce((sum, row) => sum + row.humans, 0);
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

function readTotals(run: RunQuery, { condition, params }: SeriesSubject): Promise<Totals[]> {
  return run<Totals>(
    `SELECT
       sumIf(clicks, kind = 'human') AS humans,
       sumIf(clicks, kind = 'bot') AS bots,
       uniqCombinedMergeIf(14)(visitors, kind = 'human') AS visitors,
       sumMapIf(countries, kind = 'human') AS countries
     FROM link_day
     PREWHERE ${condition}`,
    params,
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
