/** A roll-up as the reconcile job needs it. Its SELECT repeats that of the view; a test compares both. */
export interface RollUp {
  readonly table: string;
  /** What a row stands for beside its day. */
  readonly keys: readonly string[];
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
const VISITORS = 'uniqCombinedState(14)(nullIf(visitor, 0)) AS visitors';

/**
 * Quarters and countries, sorted, so that a day with the right total but clicks at the wrong time or place is found too.
 * `mapSort`: the order within a merged map is not promised.
 */
const MAPS = {
  raw: `cityHash64(mapSort(${one(QUARTER)}), mapSort(${one('toString(country)')}))`,
  rolledUp: 'cityHash64(mapSort(sumMap(r.quarters)), mapSort(sumMap(r.countries)))',
};

export const ROLL_UPS: readonly RollUp[] = [
  {
    table: 'link_day',
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
    keys: ['owner', 'domain', 'code', 'kind'],
    filter: `owner != ''`,
    select: `SELECT owner, toDate(ts, 'UTC') AS day, domain, code, kind, count() AS clicks
      FROM clicks`,
    groupBy: 'GROUP BY owner, day, domain, code, kind',
    fingerprint: { raw: 'toUInt64(0)', rolledUp: 'toUInt64(0)' },
  },
];
