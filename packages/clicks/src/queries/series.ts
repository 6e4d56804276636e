import type { LinkKey } from '@brevia/core';
import { bucketStarts } from './buckets.ts';
import type { Params, RunQuery } from './run.ts';
import { dayCondition, kindsOf, rawCondition, seconds, spanOf, type Span } from './span.ts';
import type { BotFilter, SeriesPoint, SeriesRange } from './types.ts';

/** Which rows a series is about: a link, or all links of a workspace. Constants of ours but for the bound values. */
export interface SeriesSubject {
  readonly rollUp: 'link_day' | 'owner_day';
  readonly condition: string;
  readonly params: Params;
}

export const subjectOfLink = (link: LinkKey): SeriesSubject => ({
  rollUp: 'link_day',
  condition: 'domain = {domain:String} AND code = {code:String}',
  params: { domain: link.domain, code: link.code },
});

interface CountRow {
  readonly bucket: number;
  readonly humans: number;
  readonly bots: number;
}

interface VisitorRow {
  readonly bucket: number;
  readonly visitors: number;
}

const DAY = 86_400_000;
const EXACT_VISITORS = 7 * DAY;
/** Past this many clicks in a range, raw visitors are counted in a sample of one in 4: off by
 * 3 % in a bucket of 4,000, by 9 % in one of 400, and not at all in their sum. */
const SAMPLED_FROM = 500_000;
const SAMPLE = 4;

/**
 * Clicks over time in the buckets of any zone's calendar (buckets.ts), exactly: of whole UTC days the roll-up keeps every
 * quarter of an hour, and all zones begin their days on one.
 *
 * Visitors come from raw clicks up to 7 days, and for minutes and hours: exactly (HyperLogLog apart) up to half a million
 * clicks, from a sample of the visitors above. Otherwise a UTC day's visitors belong to the bucket that holds
 * its noon: a roll-up can't say at which hour somebody came, and 10 million raw clicks would take too long.
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
  const isFine = range.granularity === 'minute' || range.granularity === 'hour';
  const all: Span = { raw: [{ from, to }], days: null };
  const span = range.granularity === 'minute' ? all : spanOf(from, to, now.getTime());
  const bounds = starts.map(seconds);
  const daysKnowVisitors = !isFine && to - from > EXACT_VISITORS;
  const counting = readCounts(run, subject, span, bounds, from);
  let isSampled = false;
  const readRaw = async (): Promise<VisitorRow[]> => {
    const clicks = (await counting).reduce((sum, row) => sum + row.humans + row.bots, 0);
    isSampled = clicks > SAMPLED_FROM;
    return readVisitors(run, subject, all, bounds, range.bots, isSampled ? SAMPLE : 1);
  };
  const [counts, visitors] = await Promise.all([
    counting,
    span.days === null || daysKnowVisitors
      ? readVisitors(run, subject, span, bounds, range.bots, 1)
      : readRaw(),
  ]);
  const countsOf = new Map(counts.map((row) => [row.bucket, row]));
  const visitorsOf = new Map(visitors.map((row) => [row.bucket, row.visitors]));
  return starts.map((start) => {
    const row = countsOf.get(seconds(start));
    const [humanClicks, botClicks] = [row?.humans ?? 0, row?.bots ?? 0];
    const clicks = { exclude: humanClicks, include: humanClicks + botClicks, only: botClicks }[range.bots];
    const found = visitorsOf.get(seconds(start)) ?? 0;
    // An estimate may be higher than what is counted.
    const uniqueVisitors = isSampled ? Math.min(found, clicks) : found;
    return { start: new Date(start), clicks, humanClicks, botClicks, uniqueVisitors };
  });
}

const RAW_BUCKET = 'roundDown(toInt64(toUnixTimestamp(ts)), {bounds:Array(Int64)})';
const MIDNIGHT = 'toInt64(toUInt32(day)) * 86400';

function readCounts(
  run: RunQuery,
  subject: SeriesSubject,
  span: Span,
  bounds: readonly number[],
  from: number,
): Promise<CountRow[]> {
  const raw = rawCondition(span);
  const days = dayCondition(span);
  const parts = [
    `SELECT ${RAW_BUCKET} AS bucket, kind, count() AS clicks
     FROM clicks WHERE ${subject.condition} AND kind != 'proxy' AND ${raw.sql}
     GROUP BY bucket, kind`,
  ];
  if (span.days !== null) {
    const where = `${subject.condition} AND kind != 'proxy' AND ${days.sql}`;
    parts.push(
      bounds.every((bound) => bound % 86_400 === 0)
        ? `SELECT roundDown(${MIDNIGHT}, {bounds:Array(Int64)}) AS bucket, kind, sum(clicks) AS clicks
           FROM ${subject.rollUp} WHERE ${where}
           GROUP BY bucket, kind`
        : `SELECT roundDown(slot, {bounds:Array(Int64)}) AS bucket, kind, sum(n) AS clicks
           FROM (
             SELECT kind, ${MIDNIGHT} + q * 900 AS slot, n
             FROM ${subject.rollUp} ARRAY JOIN mapKeys(quarters) AS q, mapValues(quarters) AS n
             WHERE ${where}
           )
           WHERE slot >= {fromSlot:Int64}
           GROUP BY bucket, kind`,
    );
  }
  return run<CountRow>(
    `SELECT bucket, sumIf(clicks, kind = 'human') AS humans, sumIf(clicks, kind = 'bot') AS bots
     FROM (${parts.join(' UNION ALL ')})
     GROUP BY bucket`,
    // A quarter that the range cuts counts as a whole, but only where raw clicks are gone: see span.ts.
    {
      ...subject.params,
      ...raw.params,
      ...days.params,
      bounds,
      fromSlot: Math.floor(seconds(from) / 900) * 900,
    },
  );
}

function readVisitors(
  run: RunQuery,
  subject: SeriesSubject,
  span: Span,
  bounds: readonly number[],
  bots: BotFilter,
  /** Counts one visitor in so many. Their hash is even, so it chooses them. */
  oneIn: number,
): Promise<VisitorRow[]> {
  const raw = rawCondition(span);
  const days = dayCondition(span);
  const where = `${subject.condition} AND kind IN ${kindsOf[bots]}`;
  const parts = [
    `SELECT ${RAW_BUCKET} AS bucket, uniqCombinedState(14)(nullIf(visitor, 0)) AS visitors
     FROM clicks WHERE ${where} AND ${raw.sql} AND visitor % {oneIn:UInt8} = 0 GROUP BY bucket`,
  ];
  if (span.days !== null) {
    parts.push(
      `SELECT roundDown(${MIDNIGHT} + 43200, {bounds:Array(Int64)}) AS bucket, visitors
       FROM ${subject.rollUp} WHERE ${where} AND ${days.sql}`,
    );
  }
  return run<VisitorRow>(
    `SELECT bucket, uniqCombinedMerge(14)(visitors) * {oneIn:UInt8} AS visitors
     FROM (${parts.join(' UNION ALL ')})
     GROUP BY bucket`,
    { ...subject.params, ...raw.params, ...days.params, bounds, oneIn },
  );
}
