import type { LinkKey } from '@brevia/core';
import type { RunQuery } from './run.ts';
import { countable, dayCondition, daysOf, kindsOf, rawCondition } from './span.ts';
import type { BreakdownRow, Dimension, Range } from './types.ts';

/** Where each dimension is: a column of raw clicks, and a map of the roll-up. A closed table, so that no input reaches SQL. */
const COLUMNS: Readonly<Record<Dimension, { readonly raw: string; readonly map: string }>> = {
  country: { raw: 'country', map: 'countries' },
  referrer: { raw: 'referrer', map: 'referrers' },
  browser: { raw: 'browser', map: 'browsers' },
  os: { raw: 'os', map: 'systems' },
  device: { raw: 'device', map: 'devices' },
  language: { raw: 'language', map: 'languages' },
};

/** The values of a dimension with the most clicks in a range, descending; equal ones in the order of their value. */
export async function breakdown(
  run: RunQuery,
  link: LinkKey,
  range: Range & { readonly by: Dimension; readonly limit: number },
  now: Date,
): Promise<BreakdownRow[]> {
  const [from, to] = [countable(range.from), countable(range.to)];
  if (to <= from) return [];
  const span = daysOf(from, to, now.getTime());
  const { raw: column, map } = COLUMNS[range.by];
  const mine = `domain = {domain:String} AND code = {code:String} AND kind IN ${kindsOf[range.bots]}`;
  const params: Record<string, string | number> = {
    domain: link.domain,
    code: link.code,
    limit: range.limit,
  };
  const parts: string[] = [];
  if (span.raw.length > 0) {
    const raw = rawCondition(span);
    parts.push(`
      SELECT toString(${column}) AS value, sum(toInt64(${raw.sign})) AS n FROM clicks
      WHERE ${mine} AND ${raw.sql}
      GROUP BY value`);
    Object.assign(params, raw.params);
  }
  if (span.whole !== null) {
    const days = dayCondition(span.whole);
    parts.push(`
      SELECT value, toInt64(sum(m)) AS n FROM link_day ARRAY JOIN mapKeys(${map}) AS value, mapValues(${map}) AS m
      PREWHERE ${mine} AND ${days.sql}
      GROUP BY value`);
    Object.assign(params, days.params);
  }
  return run<BreakdownRow>(
    `SELECT value, sum(n) AS clicks FROM (${parts.join(' UNION ALL ')})
     GROUP BY value HAVING clicks > 0 ORDER BY clicks DESC, value LIMIT {limit:UInt32}`,
    params,
  );
}
