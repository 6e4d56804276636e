import { bucketStarts } from './buckets.ts';
import { countClicks, countOf, countPieces, NONE, plus, type Counts } from './counts.ts';
import { cutInPieces, shareOut, type Unit } from './pieces.ts';
import type { RunQuery } from './run.ts';
import { sampleVisitors } from './sample-visitors.ts';
import { TRUSTED_VISITORS } from './sketch.ts';
import {
  countable,
  isRawThere,
  quartersOf,
  rawOf,
  touchedQuarters,
  type Span,
  type Stretch,
} from './span.ts';
import type { SeriesSubject } from './subject.ts';
import type { BotFilter, SeriesPoint, SeriesRange } from './types.ts';
import { visitorsOfClicks, visitorsOfDays, visitorsOfHours } from './visitors.ts';

const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Up to this length days are put together from hours: 750 sets take about 10 ms. */
const BY_HOURS = 31 * DAY;
/** Up to this length raw clicks may be read, however few: older ones lie in a part a month. */
const BY_CLICKS = 100 * DAY;

/** Up to how many clicks in a range its visitors are counted one by one. */
export interface VisitorLimits {
  /** By minute; past it in a sample (sample-visitors.ts). Default 500,000. */
  readonly unsampled?: number | undefined;
  /** A link's by hour, day, week or month, where units are cut; past it those are shared out (pieces.ts). Default 50,000. */
  readonly byClick?: number | undefined;
}

interface Question {
  readonly run: RunQuery;
  readonly subject: SeriesSubject;
  readonly starts: readonly number[];
  readonly range: Stretch;
  readonly granularity: SeriesRange['granularity'];
  readonly bots: BotFilter;
  readonly now: number;
  readonly limits: Required<{ [Name in keyof VisitorLimits]: number }>;
}

/** By where the bucket begins. */
interface Answer {
  readonly counts: ReadonlyMap<number, Counts>;
  readonly visitors: ReadonlyMap<number, number>;
}

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

function spanOf({ subject, range, granularity, now }: Question): Span {
  if (granularity === 'minute') return rawOf(range.from, range.to);
  return subject.hasClicks ? quartersOf(range.from, range.to, now) : touchedQuarters(range.from, range.to);
}

function answer(question: Question, span: Span): Promise<Answer> | Answer {
  // All of it lies past what ClickHouse has numbers for.
  if (question.range.from >= question.range.to) return { counts: new Map(), visitors: new Map() };
  return span.whole === null
    ? answerFromClicks(question)
    : answerFromRollUps(question, { ...span, whole: span.whole });
}

/** By minute, and in very short ranges. */
async function answerFromClicks(question: Question): Promise<Answer> {
  const { run, subject, starts, range, bots, limits } = question;
  const counts = await countClicks(run, subject, rawOf(range.from, range.to), starts);
  const buckets = starts.map((start, index) => ({
    bucket: start,
    from: Math.max(start, range.from),
    to: starts[index + 1] ?? range.to,
    clicks: countOf(counts.get(start) ?? NONE, bots),
  }));
  const read = (stretches: readonly Stretch[], oneIn: number) => {
    const raw = stretches.map((stretch) => ({ ...stretch, sign: 1 as const }));
    return visitorsOfClicks(question, { raw }, starts, oneIn);
  };
  const isFew = buckets.reduce((sum, { clicks }) => sum + clicks, 0) <= limits.unsampled;
  return { counts, visitors: await (isFew ? read([range], 1) : sampleVisitors(read, buckets)) };
}

/** From whole quarters of an hour, and the visitors of whole hours or days. */
async function answerFromRollUps(
  question: Question,
  span: Span & { readonly whole: Stretch },
  unit: Unit = unitOf(question),
): Promise<Answer> {
  const { run, subject, starts, range, granularity, bots, now, limits } = question;
  const isByHour = granularity === 'hour';
  const pieces = cutInPieces(
    starts,
    subject.hasClicks ? range : span.whole,
    span.whole,
    unit,
    unit === HOUR && !isByHour,
  );
  const [counted, united] = await Promise.all([
    countPieces(run, subject, span, pieces),
    unit === HOUR ? visitorsOfHours(question, pieces) : visitorsOfDays(question, pieces.outer),
  ]);
  if (unit === HOUR && !isByHour && [...united.values()].some((people) => people > TRUSTED_VISITORS))
    return answerFromRollUps(question, span, DAY);

  const counts = new Map<number, Counts>();
  const add = (bucket: number, clicks: Counts): void => {
    counts.set(bucket, plus(counts.get(bucket) ?? NONE, clicks));
  };
  for (const { start, bucket } of pieces.list)
    if (bucket !== null) add(bucket, counted.pieces.get(start) ?? NONE);
  const edges = [
    { at: range.from, counts: counted.left },
    { at: range.to - 1, counts: counted.right },
  ].map((edge) => ({ ...edge, bucket: lastUpTo(starts, edge.at), clicks: countOf(edge.counts, bots) }));
  for (const edge of edges) add(edge.bucket, edge.counts);

  const total = [...counts.values()].reduce((sum, clicks) => sum + countOf(clicks, bots), 0);
  const areClicksThere =
    subject.hasClicks && isRawThere(range.from, now) && range.to - range.from <= BY_CLICKS;
  if (pieces.isCut && areClicksThere && total <= limits.byClick)
    return { counts, visitors: await visitorsOfClicks(question, rawOf(range.from, range.to), starts, 1) };
  const clicks = new Map([...counted.pieces].map(([start, found]) => [start, countOf(found, bots)]));
  return { counts, visitors: shareOut(pieces, byStretch(pieces.stretches, united), clicks, edges) };
}

function unitOf({ granularity, range, now }: Question): Unit {
  if (granularity === 'hour') return HOUR;
  return range.to - range.from <= BY_HOURS && isRawThere(range.from, now) ? HOUR : DAY;
}

/** Added up by the stretch that they begin in. */
function byStretch(stretches: readonly number[], visitors: ReadonlyMap<number, number>): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [start, people] of visitors) {
    const stretch = lastUpTo(stretches, start);
    sums.set(stretch, (sums.get(stretch) ?? 0) + people);
  }
  return sums;
}

/** The last of some ascending numbers that is not above `at`; the first one where all are. */
function lastUpTo(sorted: readonly number[], at: number): number {
  let [low, high] = [0, sorted.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) <= at) low = middle;
    else high = middle;
  }
  return sorted[low] ?? 0;
}
