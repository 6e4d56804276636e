import { bucketStarts } from './buckets.ts';
import { readCounts, type CountRow } from './counts.ts';
import type { RunQuery } from './run.ts';
import { TRUSTED_VISITORS } from './sketch.ts';
import { sampleVisitors } from './sample-visitors.ts';
import { countable, isRawThere, quartersOf, rawOf, seconds, touchedQuarters } from './span.ts';
import type { SeriesSubject } from './subject.ts';
import type { BotFilter, SeriesPoint, SeriesRange } from './types.ts';
import { visitorsOfClicks, visitorsOfDays, visitorsOfQuarters, type VisitorRow } from './visitors.ts';

const DAY = 86_400_000;
const EXACT_VISITORS = 7 * DAY;

/** Up to how many clicks in a range its visitors are counted the long way. */
export interface VisitorLimits {
  /** By minute: one by one, past it in a sample (sample-visitors.ts). Default 500,000. */
  readonly unsampled?: number | undefined;
  /** A link's in more than 7 days: from quarters, past it from days. Default 100,000. */
  readonly byQuarter?: number | undefined;
}

/**
 * Clicks over time in the buckets of any zone's calendar (buckets.ts), exactly: the roll-ups keep every quarter of an hour, all zones
 * begin their hours and days on one, and what the range cuts of a quarter comes from raw clicks.
 *
 * Visitors by hour, and by day up to 7 days or where clicks are few, come from quarters too (sketch.ts). By minute they come
 * from raw clicks: exactly (HyperLogLog apart) up to half a million clicks, from a sample of the visitors above. Otherwise a
 * UTC day's visitors belong to the bucket that holds its noon (visitors.ts): a month has too many quarters.
 */
export async function series(
  run: RunQuery,
  subject: SeriesSubject,
  range: SeriesRange,
  now: Date,
  { unsampled = 500_000, byQuarter = 100_000 }: VisitorLimits = {},
): Promise<SeriesPoint[]> {
  const starts = bucketStarts(range.from.getTime(), range.to.getTime(), range.granularity, range.timezone);
  const [from, to] = [countable(range.from), countable(range.to)];
  if (starts.length === 0) return [];
  const isByMinute = range.granularity === 'minute';
  const isFine = isByMinute || range.granularity === 'hour';
  const span = isByMinute ? rawOf(from, to) : quartersOf(from, to, now.getTime());
  const bounds = starts.map(seconds);
  const question = { run, subject, bounds, bots: range.bots };
  const counting = readCounts(run, subject, span, bounds);

  const total = async (): Promise<number> =>
    (await counting).reduce((sum, row) => sum + row.humans + row.bots, 0);

  const readRaw = async (): Promise<VisitorRow[]> => {
    if ((await total()) <= unsampled) return visitorsOfClicks(question, span, 1);
    const clicksIn = new Map((await counting).map((row) => [row.bucket, clicksOf(row, range.bots)]));
    const buckets = starts.map((start, index) => ({
      bucket: seconds(start),
      from: Math.max(start, from),
      to: starts[index + 1] ?? to,
      clicks: clicksIn.get(seconds(start)) ?? 0,
    }));
    return sampleVisitors((stretches, oneIn) => {
      const raw = stretches.map((stretch) => ({ ...stretch, sign: 1 as const }));
      return visitorsOfClicks(question, { raw, whole: null }, oneIn);
    }, buckets);
  };
  const readVisitors = async (): Promise<VisitorRow[]> => {
    if (span.whole === null) return readRaw();
    const days = { from, to, isRawThere: isRawThere(from, now.getTime()) };
    if (!isFine && (to - from > EXACT_VISITORS || !subject.hasExactVisitors)) {
      const [rows, clicks] = await Promise.all([visitorsOfDays(question, days), total()]);
      const areFew = subject.hasExactVisitors && days.isRawThere && clicks <= byQuarter;
      return areFew ? visitorsOfQuarters(question, span) : rows;
    }
    const rows = await visitorsOfQuarters(
      question,
      subject.hasExactVisitors ? span : touchedQuarters(from, to),
    );
    const isTooMuch = !isFine && rows.some((row) => row.visitors > TRUSTED_VISITORS);
    return isTooMuch ? visitorsOfDays(question, days) : rows;
  };
  const [counts, visitors] = await Promise.all([counting, readVisitors()]);
  const countsOf = new Map(counts.map((row) => [row.bucket, row]));
  const visitorsOf = new Map(visitors.map((row) => [row.bucket, row.visitors]));
  return starts.map((start) => {
    const row = countsOf.get(seconds(start));
    const [humanClicks, botClicks] = [row?.humans ?? 0, row?.bots ?? 0];
    const clicks = row ? clicksOf(row, range.bots) : 0;
    // An estimate may be higher than what is counted, and the noon of a day in another bucket than its clicks.
    const uniqueVisitors = Math.min(visitorsOf.get(seconds(start)) ?? 0, clicks);
    return { start: new Date(start), clicks, humanClicks, botClicks, uniqueVisitors };
  });
}

const clicksOf = ({ humans, bots }: CountRow, filter: BotFilter): number =>
  ({ exclude: humans, include: humans + bots, only: bots })[filter];
