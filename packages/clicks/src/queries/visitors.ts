import { CLICK_START } from './counts.ts';
import type { Pieces } from './pieces.ts';
import type { RunQuery } from './run.ts';
import { estimateOf, TRUSTED_VISITORS } from './sketch.ts';
import {
  dayCondition,
  hourCondition,
  kindsOf,
  rawCondition,
  seconds,
  type Span,
  type Stretch,
} from './span.ts';
import type { SeriesSubject } from './subject.ts';
import type { BotFilter } from './types.ts';

/** What the ways to count visitors share. */
export interface VisitorQuestion {
  readonly run: RunQuery;
  readonly subject: SeriesSubject;
  readonly bots: BotFilter;
}

/** Visitors by where their stretch of time begins, milliseconds. */
export type VisitorsByStart = ReadonlyMap<number, number>;

interface VisitorRow {
  /** Seconds. */
  readonly start: number;
  readonly visitors: number;
}

const byStart = (rows: readonly VisitorRow[]): Map<number, number> =>
  new Map(rows.map(({ start, visitors }) => [start * 1_000, visitors]));

/**
 * From raw clicks, exactly.
 * @param bounds where the stretches begin, milliseconds
 * @param oneIn counts one visitor in so many; their hash is even, so it chooses them
 */
export async function visitorsOfClicks(
  { run, subject, bots }: VisitorQuestion,
  span: Pick<Span, 'raw'>,
  bounds: readonly number[],
  oneIn: number,
): Promise<VisitorsByStart> {
  const raw = rawCondition(span);
  const rows = await run<VisitorRow>(
    `SELECT ${CLICK_START} AS start, uniqExact(visitor) * {oneIn:UInt8} AS visitors
     FROM clicks
     WHERE ${subject.links(raw.days)} AND kind IN ${kindsOf[bots]} AND ${raw.sql}
       AND visitor != 0 AND visitor % {oneIn:UInt8} = 0
     GROUP BY start`,
    { ...subject.params, ...raw.params, bounds: bounds.map(seconds), oneIn },
  );
  return byStart(rows);
}

/** From the sets of whole hours, united to the stretches of a range. */
export async function visitorsOfHours(
  { run, subject, bots }: VisitorQuestion,
  { outer, stretches }: Pieces,
): Promise<VisitorsByStart> {
  const hours = hourCondition(outer);
  const rows = await run<VisitorRow>(
    `SELECT roundDown(toInt64(toUnixTimestamp(hour)), {bounds:Array(Int64)}) AS start,
       ${estimateOf('groupBitmapMerge(visitors)')} AS visitors
     FROM ${subject.hours}
     PREWHERE ${subject.condition} AND kind IN ${kindsOf[bots]} AND ${hours.sql}
     GROUP BY start`,
    { ...subject.params, ...hours.params, bounds: stretches.map(seconds) },
  );
  return byStart(rows);
}

/**
 * Visitors of each UTC day, from its set; where that is too full, or the day older than the sets, from its HyperLogLog.
 * @param days null: since the beginning
 */
export async function visitorsOfDays(
  { run, subject, bots }: VisitorQuestion,
  days: Stretch | null,
): Promise<VisitorsByStart> {
  const within = days === null ? { sql: '1', params: {} } : dayCondition(days);
  const read = (
    visitors: string,
    condition: string,
    params: Record<string, number[]>,
  ): Promise<VisitorRow[]> =>
    run<VisitorRow>(
      `SELECT toUInt32(day) * 86400 AS start, ${visitors} AS visitors
       FROM ${subject.days}
       PREWHERE ${subject.condition} AND kind IN ${kindsOf[bots]} AND ${within.sql} AND ${condition}
       GROUP BY start`,
      { ...subject.params, ...within.params, ...params },
    );
  const rows = await read(estimateOf('groupBitmapMerge(visitor_set)'), '1', {});
  const unknown = rows.filter(({ visitors }) => visitors === 0 || visitors > TRUSTED_VISITORS);
  if (unknown.length === 0) return byStart(rows);
  const better = await read('uniqCombinedMerge(14)(visitors)', 'toUInt16(day) IN {unknown:Array(UInt16)}', {
    unknown: unknown.map(({ start }) => start / 86_400),
  });
  return byStart([...rows, ...better]);
}

/** Everybody who came, each once a UTC day: days share nobody, since their hashes differ. */
export const sumOf = (visitors: VisitorsByStart): number =>
  [...visitors.values()].reduce((sum, people) => sum + people, 0);
