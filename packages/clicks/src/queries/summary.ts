import type { LinkKey } from '@brevia/core';
import { countClicks, countQuarters } from './counts.ts';
import { readProgress } from './progress.ts';
import type { RunQuery } from './run.ts';
import { quartersOf } from './span.ts';
import { subjectOfLink, type SeriesSubject } from './subject.ts';
import type { ClickSummary } from './types.ts';
import { sumOf, visitorsOfDays } from './visitors.ts';

const TOP_COUNTRIES = 5;
const DAY = 86_400_000;

interface Totals {
  readonly humans: number;
  readonly bots: number;
  readonly countries: Readonly<Record<string, number>>;
}

/**
 * STAT-1: what a link's page shows first. Totals come from the roll-up; the sliding day too, by its whole quarters, and what sticks
 * out of those on both sides from raw clicks.
 */
export async function summary(run: RunQuery, link: LinkKey, now: Date): Promise<ClickSummary> {
  const subject = subjectOfLink(link);
  // Before the counts: these may hold more than it says, never less.
  const progress = await readProgress(run);
  const [[totals], visitors, clicksLast24h] = await Promise.all([
    readTotals(run, subject),
    visitorsOfDays({ run, subject, bots: 'exclude' }, null),
    countLastDay(run, subject, now.getTime()),
  ]);
  return {
    // The raw table is a moment ahead of the roll-up.
    totalClicks: Math.max(totals?.humans ?? 0, clicksLast24h),
    clicksLast24h,
    botClicks: totals?.bots ?? 0,
    uniqueVisitors: sumOf(visitors),
    topCountries: topCountries(totals?.countries ?? {}, TOP_COUNTRIES),
    lastUpdated: progress?.completeTo ?? null,
  };
}

async function countLastDay(run: RunQuery, subject: SeriesSubject, now: number): Promise<number> {
  const from = now - DAY;
  const { raw, whole } = quartersOf(from, now, now);
  const counts = await Promise.all([
    whole === null ? new Map<number, never>() : countQuarters(run, subject, whole, [from]),
    countClicks(run, subject, { raw }, [from]),
  ]);
  return counts.flatMap((found) => [...found.values()]).reduce((sum, { humans }) => sum + humans, 0);
}

function readTotals(run: RunQuery, { condition, params }: SeriesSubject): Promise<Totals[]> {
  return run<Totals>(
    `SELECT
       sumIf(clicks, kind = 'human') AS humans,
       sumIf(clicks, kind = 'bot') AS bots,
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
