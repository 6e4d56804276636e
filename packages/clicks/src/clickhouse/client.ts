import { ClickHouseError, ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import type { RowStore } from '../ingest/ports.ts';
import { ROW_COLUMNS } from '../ingest/rows.ts';

export interface ClickHouseOptions {
  /** `http://user:password@host:port/database`. */
  readonly url: string;
  readonly application: string;
  readonly maxConnections?: number;
  readonly requestTimeoutMs?: number;
}

/**
 * A client with the settings that our numbers rest on said aloud (C151, C155): no asynchronous inserts, since they would
 * acknowledge before the views are written; idle connections are given up before any server does, or a request would meet a
 * closed one (C237; the embedded server waits 3 s, a stock one 10 s).
 */
export function createClickHouse(options: ClickHouseOptions): ClickHouseClient {
  // The client would take the name in the path as it stands there, percent signs and all.
  const url = new URL(options.url);
  const database = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '';
  return createClient({
    url,
    ...(database === '' ? {} : { database }),
    application: options.application,
    request_timeout: options.requestTimeoutMs ?? 30_000,
    max_open_connections: options.maxConnections ?? 10,
    keep_alive: { enabled: true, idle_socket_ttl: 1_500 },
    // It prints every failed request to the console; callers report outages themselves, once.
    log: { level: ClickHouseLogLevel.OFF },
    compression: { request: false, response: false },
    // In a cluster an insert answers when the shards have it, and not when it lies in a queue of the server that was asked.
    clickhouse_settings: {
      async_insert: 0,
      date_time_input_format: 'best_effort',
      distributed_foreground_insert: 1,
    },
  });
}

/**
 * Settings of an insert that must be all or nothing in the raw table and all roll-ups:
 * one block whatever its size (a block is the unit of deduplication), views deduplicated by the same token, and months without
 * limit so that old clicks never block the stream.
 */
const INSERT_SETTINGS = {
  insert_deduplicate: 1,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  input_format_parallel_parsing: 0,
  max_insert_block_size: '4000000',
  min_insert_block_size_rows: '4000000',
  min_insert_block_size_bytes: '4000000000',
  max_insert_threads: '1',
  max_partitions_per_insert_block: '0',
  materialized_views_ignore_errors: 0,
} as const;

/** Codes by which ClickHouse says that a value can't be read. No code of a wrong table: that is cured by a migration, not by burying clicks. */
const REFUSALS = new Set(['6', '26', '27', '38', '41', '69', '72', '117', '131', '691']);

export function createRowStore(client: ClickHouseClient): RowStore {
  const head = `INSERT INTO clicks (${ROW_COLUMNS.join(', ')}) FORMAT JSONCompactEachRow\n`;
  return {
    insert: async (rows, token) => {
      await client.command({
        query: head + rows,
        clickhouse_settings: { ...INSERT_SETTINGS, insert_deduplication_token: token },
      });
    },
    isRefusal: (error) => error instanceof ClickHouseError && REFUSALS.has(error.code),
  };
}
