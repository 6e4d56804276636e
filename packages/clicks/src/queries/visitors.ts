import { RAW_BUCKET } from './counts.ts';
import type { Params, RunQuery } from './run.ts';
import { estimateOf, PLACE } from './sketch.ts';
import {
  ceilQuarter,
  dayCondition,
  floorDay,
  floorQuarter,
  kindsOf,
  MIDNIGHT,
  quarterCondition,
  rawCondition,
  type Span,
  type Stretch,
} from './span.ts';
import type { SeriesSubject } from './subject.ts';
import type { BotFilter } from './types.ts';

export interface VisitorRow {
  readonly bucket: number;
  readonly visitors: number;
}

const DAY = 86_400_000;
const DAYS_AT_ONCE = 45;

/** What the ways to count visitors share. */
export interface VisitorQuestion {
  readonly run: RunQuery;
  readonly subject: SeriesSubject;
  /** Where the buckets begin, seconds. */
  readonly bounds: readonly number[];
  readonly bots: BotFilter;
}

/** From raw clicks alone. @param oneIn counts one visitor in so many; their hash is even, so it chooses them */
export function visitorsOfClicks(
  { run, subject, bounds, bots }: VisitorQuestion,
  span: Span,
  oneIn: number,
): Promise<VisitorRow[]> {
  const raw = rawCondition(span);
  return run<VisitorRow>(
    `SELECT ${RAW_BUCKET} AS bucket, uniqCombined(14)(nullIf(visitor, 0)) * {oneIn:UInt8} AS visitors
     FROM clicks
     WHERE ${subject.links(raw.days)} AND kind IN ${kindsOf[bots]} AND ${raw.sql} AND visitor % {oneIn:UInt8} = 0
     GROUP BY bucket`,
    { ...subject.params, ...raw.params, bounds, oneIn },
  );
}

/** From whole quarters, and raw clicks where the range cuts one: exact in every zone. */
export function visitorsOfQuarters(
  { run, subject, bounds, bots }: VisitorQuestion,
  span: Span,
): Promise<VisitorRow[]> {
  const { from, to } = span.whole ?? { from: 0, to: 0 };
  const whole = quarterCondition({ from, to });
  const raw = rawCondition(span);
  const kinds = kindsOf[bots];
  const quarters = `link_quarter
     PREWHERE ${subject.links(whole.days)} AND kind IN ${kinds} AND ${whole.sql}`;
  const visitors = estimateOf('groupBitmapMerge(visitors)');
  return run<VisitorRow>(
    span.raw.length === 0
      ? `SELECT ${QUARTER_BUCKET} AS bucket, ${visitors} AS visitors FROM ${quarters} GROUP BY bucket`
      : `SELECT bucket, ${visitors} AS visitors
         FROM (
           SELECT ${QUARTER_BUCKET} AS bucket, visitors FROM ${quarters}
           UNION ALL
           SELECT ${RAW_BUCKET} AS bucket, groupBitmapState(${PLACE}) AS visitors
           FROM clicks
           WHERE ${subject.links(raw.days)} AND kind IN ${kinds} AND ${raw.sql} AND visitor != 0
           GROUP BY bucket
         )
         GROUP BY bucket`,
    { ...subject.params, ...whole.params, ...raw.params, bounds },
  );
}

/**
 * From the days of the roll-up: a UTC day's visitors belong to the bucket that holds its noon. The UTC days that the range cuts are
 * put together from their quarters, the first one only where its noon is in the range. Days share no visitors, since
 * their hashes change daily, so the two may be added.
 */
export async function visitorsOfDays(
  question: VisitorQuestion,
  range: { readonly from: number; readonly to: number; readonly isRawThere: boolean },
): Promise<VisitorRow[]> {
  const { from, to, isRawThere } = range;
  const days = { from: isRawThere ? floorDay(from + DAY - 1) : floorDay(from), to: floorDay(to) };
  const isMorning = from <= floorDay(from) + DAY / 2;
  const cut = [
    { from: floorQuarter(from), to: isMorning ? Math.min(days.from, to) : from },
    { from: Math.max(floorDay(to), from), to: ceilQuarter(to) },
  ].filter((stretch) => stretch.from < stretch.to);
  const parts = await Promise.all([
    ...piecesOf(days).map((piece) => wholeDays(question, piece)),
    cut.length > 0 && isRawThere ? partsOfDays(question, cut) : [],
  ]);
  const buckets = new Map<number, number>();
  for (const { bucket, visitors } of parts.flat()) buckets.set(bucket, (buckets.get(bucket) ?? 0) + visitors);
  return Array.from(buckets, ([bucket, visitors]) => ({ bucket, visitors }));
}

/** At most four queries at once, as long as each has enough to do: one merges its states with hardly more than one thread. */
function piecesOf({ from, to }: Stretch): Stretch[] {
  if (from >= to) return [];
  const days = (to - from) / DAY;
  const step = Math.max(DAYS_AT_ONCE, Math.ceil(days / 4)) * DAY;
  return Array.from({ length: Math.ceil((days * DAY) / step) }, (_, index) => ({
    from: from + index * step,
    to: Math.min(from + (index + 1) * step, to),
  }));
}

function wholeDays({ run, subject, bounds, bots }: VisitorQuestion, stretch: Stretch): Promise<VisitorRow[]> {
  const days = dayCondition(stretch);
  return run<VisitorRow>(
    `SELECT roundDown(${MIDNIGHT} + 43200, {bounds:Array(Int64)}) AS bucket, uniqCombinedMerge(14)(visitors) AS visitors
     FROM ${subject.rollUp}
     PREWHERE ${subject.condition} AND kind IN ${kindsOf[bots]} AND ${days.sql}
     GROUP BY bucket`,
    { ...subject.params, ...days.params, bounds },
  );
}

function partsOfDays(
  { run, subject, bounds, bots }: VisitorQuestion,
  stretches: readonly Stretch[],
): Promise<VisitorRow[]> {
  const conditions = stretches.map((stretch, index) => quarterCondition(stretch, index));
  const either = (of: 'sql' | 'days'): string =>
    `(${conditions.map((condition) => condition[of]).join(' OR ')})`;
  return run<VisitorRow>(
    `SELECT ${QUARTER_BUCKET} AS bucket, ${estimateOf('groupBitmapMerge(visitors)')} AS visitors
     FROM link_quarter
     PREWHERE ${subject.links(either('days'))} AND kind IN ${kindsOf[bots]} AND ${either('sql')}
     GROUP BY bucket`,
    Object.assign({}, subject.params, { bounds }, ...conditions.map(({ params }) => params)) as Params,
  );
}

const QUARTER_BUCKET = 'roundDown(toInt64(toUnixTimestamp(quarter)), {bounds:Array(Int64)})';
