import type { ClickHouseClient } from '@clickhouse/client';
import { silentLog, type Log } from '../log.ts';
import { ROLL_UPS, type RollUp } from './roll-ups.ts';

export interface ReconcileOptions {
  readonly clickhouse: ClickHouseClient;
  /** First UTC day, inclusive. */
  readonly from: Date;
  /** UTC day after the last one, exclusive. Days that are not over, or over for less than an hour, are left out. */
  readonly to: Date;
  readonly now?: Date;
  /** Rebuilds nothing, as always in a cluster (see docs/clicks.md). */
  readonly reportOnly?: boolean;
  readonly log?: Log;
}

export interface ReconciledDay {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly table: string;
  /** Clicks (link_hour, owner_hour: visitors by hour) in the raw table and in the roll-up before anything was done. */
  readonly raw: number;
  readonly rolledUp: number;
  /** Whether the day agrees now. */
  readonly repaired: boolean;
}

const DAY = 86_400_000;
/** Clicks of yesterday may still be on their way for a while. */
const SETTLED_MS = 3_600_000;
/** Raw clicks are dropped after 25 months, and a day without them must never be "repaired" to nothing. */
const RAW_DAYS = 24 * 30;
const ATTEMPTS = 3;

/**
 * Compares raw clicks with every roll-up, per closed UTC day and link (or workspace), and rebuilds the days that differ.
 * Closes the holes that exactly-once leaves on a single ClickHouse node. Safe to interrupt and to run again: a day that is
 * half rebuilt differs, and is rebuilt. Late clicks that arrive during a rebuild make the day differ once more, so it is compared
 * again, up to three times.
 * @returns the days that differed.
 */
export async function reconcile(options: ReconcileOptions): Promise<ReconciledDay[]> {
  const { clickhouse, log = silentLog } = options;
  const now = (options.now ?? new Date()).getTime();
  const first = Math.max(floorDay(options.from.getTime()), floorDay(now) - RAW_DAYS * DAY);
  const end = Math.min(floorDay(options.to.getTime()), floorDay(now - SETTLED_MS));
  const found: ReconciledDay[] = [];
  if (first >= end) return found;
  const isReport = options.reportOnly === true || (await isDistributed(clickhouse));
  for (const rollUp of ROLL_UPS) {
    for (const difference of await differences(clickhouse, rollUp, first, end)) {
      const repaired = isReport ? false : await repair(clickhouse, rollUp, difference.day);
      const entry = { ...difference, table: rollUp.table, repaired };
      if (repaired) log.warn(entry, 'a day of a roll-up differed from the raw clicks and was rebuilt');
      else log.error(entry, 'a day of a roll-up differs from the raw clicks');
      found.push(entry);
    }
  }
  return found;
}

/** Whether the tables only stand for those of a cluster's shards. */
async function isDistributed(clickhouse: ClickHouseClient): Promise<boolean> {
  const answer = await clickhouse.query({
    query: `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = 'clicks' AND engine = 'Distributed'`,
    format: 'JSONEachRow',
  });
  return (await answer.json()).length > 0;
}

interface Difference {
  readonly day: string;
  readonly raw: number;
  readonly rolledUp: number;
}

/** Days on which any key has another number of clicks, or another spread over the day, than raw clicks give. */
async function differences(
  clickhouse: ClickHouseClient,
  { table, keys, rawKeys = keys, day, amount, filter, fingerprint }: RollUp,
  from: number,
  to: number,
): Promise<Difference[]> {
  const keyList = keys.join(', ');
  const answer = await clickhouse.query({
    query: `
      SELECT toString(day) AS day, sum(raw) AS raw, sum(rolled) AS rolledUp
      FROM (
        SELECT day, ${keyList}, sum(raw) AS raw, sum(rolled) AS rolled,
          groupBitXor(mark) AS mark
        FROM (
          SELECT toDate(ts, 'UTC') AS day, ${rawKeys.join(', ')}, ${amount.raw} AS raw, 0 AS rolled, ${fingerprint.raw} AS mark
          FROM clicks
          WHERE ${WITHIN} AND ${filter}
          GROUP BY day, ${keyList}
          UNION ALL
          SELECT ${day} AS day, ${keyList}, 0 AS raw, ${amount.rolledUp} AS rolled, ${fingerprint.rolledUp} AS mark
          FROM ${table} AS r
          WHERE day >= toDate({from:UInt32}, 'UTC') AND day < toDate({to:UInt32}, 'UTC')
          GROUP BY day, ${keyList}
        )
        GROUP BY day, ${keyList}
        HAVING raw != rolled OR mark != 0
      )
      GROUP BY day ORDER BY day`,
    query_params: { from: from / 1_000, to: to / 1_000 },
    format: 'JSONEachRow',
    clickhouse_settings: SETTINGS,
  });
  return answer.json<Difference>();
}

/** Rebuilds one day of one roll-up from raw clicks. @returns whether it agrees afterwards. */
async function repair(clickhouse: ClickHouseClient, rollUp: RollUp, day: string): Promise<boolean> {
  const start = Date.parse(`${day}T00:00:00Z`);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await clickhouse.command({
      query: `ALTER TABLE ${rollUp.table} DELETE WHERE ${rollUp.day.replace('r.', '')} = {day:Date}`,
      query_params: { day },
      // Waits for the parts that are there now; what the views add meanwhile is not touched.
      clickhouse_settings: { mutations_sync: '2' },
    });
    await clickhouse.command({
      query: `INSERT INTO ${rollUp.table} ${rollUp.select}
        WHERE ${WITHIN} AND ${rollUp.filter}
        ${rollUp.groupBy}`,
      query_params: { from: start / 1_000, to: (start + DAY) / 1_000 },
      // Rows that were there once must not be dropped as copies.
      clickhouse_settings: { ...SETTINGS, insert_deduplicate: 0 },
    });
    if ((await differences(clickhouse, rollUp, start, start + DAY)).length === 0) return true;
  }
  return false;
}

/**
 * Both bounds are of the column's own type. Compared with a DateTime, ClickHouse 26.7 skips parts and granules whose clicks
 * all lie in the last second before `to`: its index takes `ts < DateTime` for `ts <= the second before`.
 */
const WITHIN = `ts >= fromUnixTimestamp64Milli(toInt64({from:UInt32}) * 1000, 'UTC')
  AND ts < fromUnixTimestamp64Milli(toInt64({to:UInt32}) * 1000, 'UTC')`;

const SETTINGS = {
  max_memory_usage: String(1024 ** 3),
  max_bytes_before_external_group_by: String(256 * 1024 ** 2),
  max_execution_time: 600,
  output_format_json_quote_64bit_integers: 0,
} as const;

const floorDay = (time: number): number => Math.floor(time / DAY) * DAY;
