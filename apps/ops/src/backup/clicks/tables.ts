/** A table of ClickHouse that is exported by the month. */
export interface ExportedTable {
  readonly name: string;
  /** The calendar month in UTC of a row, as 202612. */
  readonly month: string;
  /** Two expressions that merges of parts don't change: how many clicks, and a hash of them. */
  readonly clicks: string;
  readonly fingerprint: string;
}

const RAW_COLUMNS =
  'domain, code, owner, ts, kind, country, referrer, browser, os, device, language, region, visitor, stream, stream_partition, stream_offset, line';

export const RAW: ExportedTable = {
  name: 'clicks',
  month: 'toYYYYMM(ts)',
  clicks: 'count()',
  fingerprint: `sum(cityHash64(${RAW_COLUMNS}))`,
};

const rollUp = (name: string, keys: string): ExportedTable => ({
  name,
  month: 'toYYYYMM(day)',
  clicks: 'sum(clicks)',
  fingerprint: `sum(cityHash64(${keys}) * clicks)`,
});

/**
 * Roll-ups outlive raw clicks, which go after 25 months: what is older can't be rebuilt and is exported as it is. (The
 * visitors by hour live as long as raw clicks, and `ingest_progress` is written anew by the worker.)
 */
export const ROLL_UPS: readonly ExportedTable[] = [
  rollUp('link_day', 'domain, code, day, kind'),
  rollUp('owner_day', 'owner, day, kind'),
  rollUp('owner_link_day', 'owner, day, domain, code, kind'),
];

/** Everything that must be empty before a restore. */
export const FILLED = ['clicks', 'link_day', 'owner_day', 'owner_link_day', 'link_hour', 'owner_hour'];

/** The first month whose raw clicks are surely whole at `now`, as 202412: they are kept for 25 months. */
export function firstRawMonth(now: Date): number {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 24, 1));
  return month.getUTCFullYear() * 100 + month.getUTCMonth() + 1;
}
