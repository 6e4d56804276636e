import type { LinkKey } from '@brevia/core';
import type { RunQuery } from './run.ts';
import { dayCondition, kindsOf, rawCondition, spanOf } from './span.ts';
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
  const [from, to] = [range.from.getTime(), range.to.getTime()];
  if (to <= from) return [];
  const span = spanOf(from, to, now.getTime());
  const { raw: column, map } = COLUMNS[range.by];
  const kinds = kindsOf[range.bots];
  const raw = rawCondition(span);
  const days = dayCondition(span);
  const rawPart = `
    SELECT toString(${column}) AS value, count() AS n FROM clicks
    WHERE domain = {domain:String} AND code = {code:String} AND kind IN ${kinds} AND ${raw.sql}
    GROUP BY value`;
  const dayPart = `
    SELECT value, sum(m) AS n FROM link_day ARRAY JOIN mapKeys(${map}) AS value, mapValues(${map}) AS m
    WHERE domain = {domain:String} AND code = {code:String} AND kind IN ${kinds} AND ${days.sql}
    GROUP BY value`;
  const parts = span.days === null ? [rawPart] : [rawPart, dayPart];
  return run<BreakdownRow>(
    `SELECT value, sum(n) AS clicks FROM (${parts.join(' UNION ALL ')})
     GROUP BY value HAVING clicks > 0 ORDER BY clicks DESC, value LIMIT {limit:UInt32}`,
    { domain: link.domain, code: link.code, limit: range.limit, ...raw.params, ...days.params },
  );
}
