import type { Params, RunQuery } from './run.ts';
import { dayCondition, MIDNIGHT, rawCondition, seconds, type Span } from './span.ts';
import type { SeriesSubject } from './subject.ts';

export interface CountRow {
  readonly bucket: number;
  readonly humans: number;
  readonly bots: number;
}

/** SQL: the bucket of a raw click. */
export const RAW_BUCKET = 'roundDown(toInt64(toUnixTimestamp(ts)), {bounds:Array(Int64)})';

/**
 * Clicks of people and bots in each bucket.
 * @param span whole quarters and raw clicks
 * @param bounds where the buckets begin, seconds
 */
export function readCounts(
  run: RunQuery,
  subject: SeriesSubject,
  span: Span,
  bounds: readonly number[],
): Promise<CountRow[]> {
  const parts: string[] = [];
  const params: Record<string, Params[string]> = { ...subject.params, bounds };
  if (span.raw.length > 0) {
    const raw = rawCondition(span);
    parts.push(
      `SELECT ${RAW_BUCKET} AS bucket, kind, count() AS n
       FROM clicks
       WHERE ${subject.links(raw.days)} AND kind != 'proxy' AND ${raw.sql}
       GROUP BY bucket, kind`,
    );
    Object.assign(params, raw.params);
  }
  if (span.whole !== null) {
    const days = dayCondition(span.whole);
    parts.push(quarters(subject, days.sql));
    Object.assign(params, days.params, {
      slotFrom: seconds(span.whole.from),
      slotTo: seconds(span.whole.to),
    });
  }
  return run<CountRow>(
    `SELECT bucket, sumIf(n, kind = 'human') AS humans, sumIf(n, kind = 'bot') AS bots
     FROM (${parts.join(' UNION ALL ')})
     GROUP BY bucket`,
    params,
  );
}

/** A day that lies within one bucket and the range counts as a whole, any other by its quarters. */
const quarters = ({ rollUp, condition }: SeriesSubject, days: string): string => `
  SELECT roundDown(slot, {bounds:Array(Int64)}) AS bucket, kind, sum(n) AS n
  FROM (
    SELECT kind, midnight + q * 900 AS slot, n
    FROM (
      SELECT kind, ${MIDNIGHT} AS midnight, toUInt64(clicks) AS total, quarters,
        midnight >= {slotFrom:Int64} AND midnight + 86400 <= {slotTo:Int64}
          AND roundDown(midnight, {bounds:Array(Int64)}) = roundDown(midnight + 86399, {bounds:Array(Int64)}) AS isOne
      FROM ${rollUp}
      PREWHERE ${condition} AND kind != 'proxy' AND ${days}
    )
    ARRAY JOIN
      if(isOne, [toUInt8(0)], mapKeys(quarters)) AS q,
      if(isOne, [total], mapValues(quarters)) AS n
  )
  WHERE slot >= {slotFrom:Int64} AND slot < {slotTo:Int64}
  GROUP BY bucket, kind`;
