import { bucketStarts } from './buckets.ts';
import { readCounts } from './counts.ts';
import type { RunQuery } from './run.ts';
import { TRUSTED_VISITORS } from './sketch.ts';
import { isRawThere, quartersOf, rawOf, seconds } from './span.ts';
import type { SeriesSubject } from './subject.ts';
import type { SeriesPoint, SeriesRange } from './types.ts';
import { visitorsOfClicks, visitorsOfDays, visitorsOfQuarters, type VisitorRow } from './visitors.ts';

const DAY = 86_400_000;
const EXACT_VISITORS = 7 * DAY;
/** Past this many clicks in a range, raw visitors are counted in a sample of one in 4: off by
 * 3 % in a bucket of 4,000, by 9 % in one of 400, and not at all in their sum. */
const SAMPLED_FROM = 500_000;
const SAMPLE = 4;

/**
 * Clicks over time in the buckets of any zone's calendar (buckets.ts), exactly: the roll-ups keep every quarter of an hour, all zones
 * begin their hours and days on one, and what the range cuts of a quarter comes from raw clicks.
 *
 * Visitors by hour, and by day up to 7 days, come from quarters too (sketch.ts). By minute they come from raw clicks: exactly
 * (HyperLogLog apart) up to half a million clicks, from a sample of the visitors above. Otherwise a UTC day's visitors
 * belong to the bucket that holds its noon (visitors.ts): a month has too many quarters.
 */
export async function series(
  run: RunQuery,
  subject: SeriesSubject,
  range: SeriesRange,
  now: Date,
): Promise<SeriesPoint[]> {
  const [from, to] = [range.from.getTime(), range.to.getTime()];
  const starts = bucketStarts(from, to, range.granularity, range.timezone);
  if (starts.length === 0) return [];
  const isByMinute = range.granularity === 'minute';
  const isFine = isByMinute || range.granularity === 'hour';
  const span = isByMinute ? rawOf(from, to) : quartersOf(from, to, now.getTime());
  const bounds = starts.map(seconds);
  const question = { run, subject, bounds, bots: range.bots };
  const counting = readCounts(run, subject, span, bounds);

  const readRaw = async (): Promise<VisitorRow[]> => {
    const clicks = (await counting).reduce((sum, row) => sum + row.humans + row.bots, 0);
    return visitorsOfClicks(question, span, clicks > SAMPLED_FROM ? SAMPLE : 1);
  };
  const readVisitors = async (): Promise<VisitorRow[]> => {
    if (span.whole === null) return readRaw();
    const days = { from, to, isRawThere: isRawThere(from, now.getTime()) };
    if (!isFine && (to - from > EXACT_VISITORS || !subject.hasExactDays))
      return visitorsOfDays(question, days);
    const rows = await visitorsOfQuarters(question, span);
    const isTooMuch = !isFine && rows.some((row) => row.visitors > TRUSTED_VISITORS);
    return isTooMuch ? visitorsOfDays(question, days) : rows;
  };
  const [counts, visitors] = await Promise.all([counting, readVisitors()]);
  const countsOf = new Map(counts.map((row) => [row.bucket, row]));
  const visitorsOf = new Map(visitors.map((row) => [row.bucket, row.visitors]));
  return starts.map((start) => {
    const row = countsOf.get(seconds(start));
    const [humanClicks, botClicks] = [row?.humans ?? 0, row?.bots ?? 0];
    const clicks = { exclude: humanClicks, include: humanClicks + botClicks, only: botClicks }[range.bots];
    // An estimate may be higher than what is counted.
    const uniqueVisitors = Math.min(visitorsOf.get(seconds(start)) ?? 0, clicks);
    return { start: new Date(start), clicks, humanClicks, botClicks, uniqueVisitors };
  });
}
