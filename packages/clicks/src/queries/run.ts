import { BreviaError } from '@brevia/core';
import type { ClickHouseClient } from '@clickhouse/client';

export type Params = Readonly<Record<string, string | number | readonly number[] | readonly string[]>>;

/** Runs one query whose values are all bound, never concatenated. Rows come as objects, 64-bit numbers as JavaScript numbers. */
export type RunQuery = <Row>(sql: string, params: Params) => Promise<Row[]>;

/** Bounds of each query: a chart that takes longer, or more memory, is refused instead of slowing everybody down. */
const BOUNDS = {
  max_execution_time: 10,
  max_memory_usage: String(512 * 1024 * 1024),
  max_result_rows: '10000',
  // Counts stay far below 2^53; quoted numbers would have to be converted cell by cell.
  output_format_json_quote_64bit_integers: 0,
  // The primary key finds a few granules, and moving conditions by statistics takes longer than reading them. Where a
  // wide column should be read for matching rows only, the query says PREWHERE itself.
  optimize_move_to_prewhere: 0,
} as const;

/** @throws BreviaError unavailable when ClickHouse is away, too slow, or refuses. */
export function createRunner(client: ClickHouseClient): RunQuery {
  return async <Row>(sql: string, params: Params): Promise<Row[]> => {
    try {
      const answer = await client.query({
        query: sql,
        query_params: { ...params },
        format: 'JSONEachRow',
        clickhouse_settings: BOUNDS,
      });
      return await answer.json<Row>();
    } catch (error) {
      throw new BreviaError('unavailable', 'The statistics are not available at the moment.', {
        details: { retryAfterSeconds: 5 },
        cause: error,
      });
    }
  };
}
