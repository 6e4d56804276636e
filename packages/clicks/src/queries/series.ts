import { bucketStarts } from './buckets.ts';
import { countOf, NONE } from './counts.ts';
import type { RunQuery } from './run.ts';
import { answerFromClicks } from './series-from-clicks.ts';
import { answerFromRollUps } from './series-from-roll-ups.ts';
import type { SeriesAnswer, SeriesQuestion, VisitorLimits } from './series-question.ts';
import { countable, quartersOf, rawOf, touchedQuarters, type Span } from './span.ts';
import type { SeriesSubject } from './subject.ts';
import type { SeriesPoint, SeriesRange } from './types.ts';

/**
 * Clicks over time in the buckets of any zone's calendar (buckets.ts), exactly: the roll-ups keep every quarter of an hour, all zones
 * begin their hours and days on one, and what the range of a link cuts of a quarter comes from raw clicks. A workspace's
 * range is widened to whole quarters.
 *
 * Visitors come from sets of whole UTC hours, past 31 days of whole UTC days, and are exact where buckets consist of those. Of a
 * unit that is cut each part gets visitors by its clicks (pieces.ts), or, where clicks are few, raw clicks are counted.
 */
export async function series(
  run: RunQuery,
  subject: SeriesSubject,
  { from, to, granularity, timezone, bots }: SeriesRange,
  now: Date,
  { unsampled = 500_000, byClick = 50_000 }: VisitorLimits = {},
): Promise<SeriesPoint[]> {
  const starts = bucketStarts(from.getTime(), to.getTime(), granularity, timezone);
  if (starts.length === 0) return [];
  const range = { from: countable(from), to: countable(to) };
  const limits = { unsampled, byClick };
  const question = { run, subject, starts, range, granularity, bots, now: now.getTime(), limits };
  const { counts, visitors } = await answer(question, spanOf(question));
  return starts.map((start) => {
    const row = counts.get(start) ?? NONE;
    const clicks = countOf(row, bots);
    return {
      start: new Date(start),
      clicks,
      humanClicks: row.humans,
      botClicks: row.bots,
      // An estimate may be higher than what is counted.
      uniqueVisitors: Math.min(visitors.get(start) ?? 0, clicks),
    };
  });
}

function spanOf({ subject, range, granularity, now }: SeriesQuestion): Span {
  if (granularity === 'minute') return rawOf(range.from, range.to);
  return subject.hasClicks ? quartersOf(range.from, range.to, now) : touchedQuarters(range.from, range.to);
}

function answer(question: SeriesQuestion, span: Span): Promise<SeriesAnswer> | SeriesAnswer {
  // All of it lies past what ClickHouse has numbers for.
  if (question.range.from >= question.range.to) return { counts: new Map(), visitors: new Map() };
  return span.whole === null
    ? answerFromClicks(question)
    : answerFromRollUps(question, { ...span, whole: span.whole });
}
