import type { Pieces } from './pieces.ts';
import type { RunQuery } from './run.ts';
import { dayCondition, MIDNIGHT, rawCondition, seconds, type Span, type Stretch } from './span.ts';
import type { SeriesSubject } from './subject.ts';
import type { BotFilter } from './types.ts';

export interface Counts {
  readonly humans: number;
  readonly bots: number;
}

export const NONE: Counts = { humans: 0, bots: 0 };

export const plus = (a: Counts, b: Counts): Counts => ({
  humans: a.humans + b.humans,
  bots: a.bots + b.bots,
});

/** Clicks as a filter counts them. */
export const countOf = ({ humans, bots }: Counts, filter: BotFilter): number =>
  ({ exclude: humans, include: humans + bots, only: bots })[filter];

interface CountRow extends Counts {
  /** Where its stretch begins, seconds. */
  readonly start: number;
}

/** Counts by where their stretch begins, milliseconds. */
export type CountsByStart = ReadonlyMap<number, Counts>;

const byStart = (rows: readonly CountRow[]): CountsByStart =>
  new Map(rows.map(({ start, humans, bots }) => [start * 1_000, { humans, bots }]));

/** SQL: where the stretch of a raw click begins, seconds. */
export const CLICK_START = 'roundDown(toInt64(toUnixTimestamp(ts)), {bounds:Array(Int64)})';

/** Whole quarters of an hour, from the roll-up. @param bounds where the stretches begin, milliseconds */
export async function countQuarters(
  run: RunQuery,
  { days: table, condition, params }: SeriesSubject,
  outer: Stretch,
  bounds: readonly number[],
): Promise<CountsByStart> {
  const days = dayCondition(outer);
  const rows = await run<CountRow>(
    `SELECT roundDown(${MIDNIGHT} + q * 900 AS slot, {bounds:Array(Int64)}) AS start,
       sumIf(n, kind = 'human') AS humans, sumIf(n, kind = 'bot') AS bots
     FROM ${table} ARRAY JOIN mapKeys(quarters) AS q, mapValues(quarters) AS n
     PREWHERE ${condition} AND kind != 'proxy' AND ${days.sql}
     WHERE slot >= {slotFrom:Int64} AND slot < {slotTo:Int64}
     GROUP BY start`,
    {
      ...params,
      ...days.params,
      bounds: bounds.map(seconds),
      slotFrom: seconds(outer.from),
      slotTo: seconds(outer.to),
    },
  );
  return byStart(rows);
}

/** Raw clicks of a span. @param bounds where the stretches begin, milliseconds */
export async function countClicks(
  run: RunQuery,
  { links, params }: SeriesSubject,
  span: Pick<Span, 'raw'>,
  bounds: readonly number[],
): Promise<CountsByStart> {
  if (span.raw.length === 0) return new Map();
  const raw = rawCondition(span);
  const rows = await run<CountRow>(
    `SELECT ${CLICK_START} AS start, countIf(kind = 'human') AS humans, countIf(kind = 'bot') AS bots
     FROM clicks
     WHERE ${links(raw.days)} AND kind != 'proxy' AND ${raw.sql}
     GROUP BY start`,
    { ...params, ...raw.params, bounds: bounds.map(seconds) },
  );
  return byStart(rows);
}

/** The clicks of each piece of a range, and of the quarters of an hour that its ends cut. */
export async function countPieces(
  run: RunQuery,
  subject: SeriesSubject,
  span: Span & { readonly whole: Stretch },
  { outer, list }: Pieces,
): Promise<{ readonly pieces: CountsByStart; readonly left: Counts; readonly right: Counts }> {
  const end = span.whole.to;
  const [pieces, edges] = await Promise.all([
    countQuarters(
      run,
      subject,
      outer,
      list.map(({ start }) => start),
    ),
    countClicks(run, subject, span, [0, end]),
  ]);
  return { pieces, left: edges.get(0) ?? NONE, right: edges.get(end) ?? NONE };
}
