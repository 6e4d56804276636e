/**
 * Where the worker is in one ordered stream of records (a Kafka partition, or a folder of the spool). It is kept outside
 * ClickHouse, beside the stream, and written ahead of each insert.
 */
export interface Position {
  /** Every record below this offset is counted. */
  readonly committed: number;
  /** The last record of the batch that was announced and may or may not be in ClickHouse; null: nothing is under way. */
  readonly intent: number | null;
}

export const START: Position = { committed: 0, intent: null };
