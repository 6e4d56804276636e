import type { RunQuery } from './run.ts';
import { dayCondition, MIDNIGHT, rawCondition, seconds, type Span, type Stretch } from './span.ts';
import type { SeriesSubject } from './subject.ts';

export interface CountRow {
  readonly bucket: number;
  readonly humans: number;
  readonly bots: number;
}

/** SQL: the bucket of a raw click. */
export const RAW_BUCKET = 'roundDown(toInt64(toUnixTimestamp(ts)), {bounds:Array(Int64)})';

/**
 * Clicks of people and bots in each bucket: one query for whole quarters, one for raw clicks, at the same time. A single
 * one of both takes longer to plan than the two to run; so both are flat.
 * @param span whole quarters and raw clicks
 * @param bounds where the buckets begin, seconds
 */
export async function readCounts(
  run: RunQuery,
  subject: SeriesSubject,
  span: Span,
  bounds: readonly number[],
): Promise<CountRow[]> {
  const parts = await Promise.all([
    span.whole === null ? [] : countQuarters(run, subject, span.whole, bounds),
    span.raw.length === 0 ? [] : countClicks(run, subject, span, bounds),
  ]);
  const buckets = new Map<number, { bucket: number; humans: number; bots: number }>();
  for (const { bucket, humans, bots } of parts.flat()) {
    const sum = buckets.get(bucket) ?? { bucket, humans: 0, bots: 0 };
    buckets.set(bucket, { bucket, humans: sum.humans + humans, bots: sum.bots + bots });
  }
  return [...buckets.values()];
}

function countQuarters(
  run: RunQuery,
  { rollUp, condition, params }: SeriesSubject,
  whole: Stretch,
  bounds: readonly number[],
): Promise<CountRow[]> {
  const days = dayCondition(whole);
  return run<CountRow>(
    `SELECT roundDown(${MIDNIGHT} + q * 900 AS slot, {bounds:Array(Int64)}) AS bucket,
       sumIf(n, kind = 'human') AS humans, sumIf(n, kind = 'bot') AS bots
     FROM ${rollUp} ARRAY JOIN mapKeys(quarters) AS q, mapValues(quarters) AS n
     PREWHERE ${condition} AND kind != 'proxy' AND ${days.sql}
     WHERE slot >= {slotFrom:Int64} AND slot < {slotTo:Int64}
     GROUP BY bucket`,
    { ...params, ...days.params, bounds, slotFrom: seconds(whole.from), slotTo: seconds(whole.to) },
  );
}

function countClicks(
  run: RunQuery,
  { links, params }: SeriesSubject,
  span: Span,
  bounds: readonly number[],
): Promise<CountRow[]> {
  const raw = rawCondition(span);
  return run<CountRow>(
    `SELECT ${RAW_BUCKET} AS bucket, countIf(kind = 'human') AS humans, countIf(kind = 'bot') AS bots
     FROM clicks
     WHERE ${links(raw.days)} AND kind != 'proxy' AND ${raw.sql}
     GROUP BY bucket`,
    { ...params, ...raw.params, bounds },
  );
}
