import { PLACE } from '../queries/sketch.ts';

/** A roll-up as the reconcile job needs it. Its SELECT repeats that of the view; a test compares both. */
export interface RollUp {
  readonly table: string;
  /** What a row stands for beside its day. */
  readonly keys: readonly string[];
  /** The keys as raw clicks have them, where those are not columns. */
  readonly rawKeys?: readonly string[];
  /** The UTC day of a row `r`. */
  readonly day: string;
  /** What a key's rows hold of a day: a number of clicks, or of visitors. */
  readonly amount: { readonly raw: string; readonly rolledUp: string };
  /** Which raw clicks it holds. */
  readonly filter: string;
  /** SELECT ... FROM clicks, without conditions. */
  readonly select: string;
  readonly groupBy: string;
  /** A hash of a key's clicks within a day that both sides compute alike, beside their number. */
  readonly fingerprint: { readonly raw: string; readonly rolledUp: string };
}

const QUARTER = 'toUInt8(intDiv(toUnixTimestamp(ts) % 86400, 900))';
const one = (expression: string): string => `sumMap(map(${expression}, toUInt64(1)))`;
const VISITORS = `uniqCombinedState(14)(nullIf(visitor, 0)) AS visitors,
      groupBitmapStateIf(${PLACE}, visitor != 0) AS visitor_set`;

/**
 * Quarters and countries, sorted, and visitors, so that a day with the right total but clicks at the wrong time or place is found too.
 * `mapSort`: the order within a merged map is not promised. Visitors of image proxies are no question of anybody's: days from before
 * 012 have none of them.
 */
const MAPS = {
  raw: `cityHash64(mapSort(${one(QUARTER)}), mapSort(${one('toString(country)')}), groupBitmapIf(${PLACE}, visitor != 0 AND kind != 'proxy'))`,
  rolledUp: `cityHash64(mapSort(sumMap(r.quarters)), mapSort(sumMap(r.countries)), groupBitmapMergeIf(r.visitor_set, r.kind != 'proxy'))`,
};

const CLICKS = { day: 'r.day', amount: { raw: 'count()', rolledUp: 'sum(r.clicks)' } };
const HOUR = `toStartOfHour(toDateTime(ts, 'UTC')) AS hour`;

/** The visitors of each hour. */
const SETS = {
  day: `toDate(r.hour, 'UTC')`,
  amount: { raw: `groupBitmap(${PLACE})`, rolledUp: 'groupBitmapMerge(r.visitors)' },
  fingerprint: { raw: 'toUInt64(0)', rolledUp: 'toUInt64(0)' },
};

export const ROLL_UPS: readonly RollUp[] = [
  {
    table: 'link_day',
    ...CLICKS,
    keys: ['domain', 'code', 'kind'],
    filter: '1',
    select: `SELECT domain, code, toDate(ts, 'UTC') AS day, kind, count() AS clicks, ${VISITORS},
      ${one(QUARTER)} AS quarters, ${one('toString(country)')} AS countries, ${one('referrer')} AS referrers,
      ${one('toString(browser)')} AS browsers, ${one('toString(os)')} AS systems, ${one('toString(device)')} AS devices,
      ${one('toString(language)')} AS languages
      FROM clicks`,
    groupBy: 'GROUP BY domain, code, day, kind',
    fingerprint: MAPS,
  },
  {
    table: 'owner_day',
    ...CLICKS,
    keys: ['owner', 'kind'],
    filter: `owner != ''`,
    select: `SELECT owner, toDate(ts, 'UTC') AS day, kind, count() AS clicks, ${VISITORS},
      ${one(QUARTER)} AS quarters, ${one('toString(country)')} AS countries
      FROM clicks`,
    groupBy: 'GROUP BY owner, day, kind',
    fingerprint: MAPS,
  },
  {
    table: 'owner_link_day',
    ...CLICKS,
    keys: ['owner', 'domain', 'code', 'kind'],
    filter: `owner != ''`,
    select: `SELECT owner, toDate(ts, 'UTC') AS day, domain, code, kind, count() AS clicks
      FROM clicks`,
    groupBy: 'GROUP BY owner, day, domain, code, kind',
    fingerprint: { raw: 'toUInt64(0)', rolledUp: 'toUInt64(0)' },
  },
  {
    table: 'link_hour',
    ...SETS,
    keys: ['domain', 'code', 'kind', 'hour'],
    rawKeys: ['domain', 'code', 'kind', HOUR],
    filter: `visitor != 0 AND kind != 'proxy'`,
    select: `SELECT domain, code, kind, ${HOUR}, groupBitmapState(${PLACE}) AS visitors
      FROM clicks`,
    groupBy: 'GROUP BY domain, code, kind, hour',
  },
  {
    table: 'owner_hour',
    ...SETS,
    keys: ['owner', 'kind', 'hour'],
    rawKeys: ['owner', 'kind', HOUR],
    filter: `visitor != 0 AND kind != 'proxy' AND owner != ''`,
    select: `SELECT owner, kind, ${HOUR}, groupBitmapState(${PLACE}) AS visitors
      FROM clicks`,
    groupBy: 'GROUP BY owner, kind, hour',
  },
];
