export type { ClickBatch, ClickSink } from './sink.ts';
export { silentLog, type Log } from './log.ts';
export { createKafkaSink, type KafkaSinkOptions } from './kafka/sink.ts';
export { createSpoolSink, type SpoolSinkOptions } from './spool/sink.ts';
export { createClickHouse, createRowStore, type ClickHouseOptions } from './clickhouse/client.ts';
export { migrateClickHouse, type MigrateOptions } from './clickhouse/migrate.ts';
export { createAgentReader } from './ingest/agent.ts';
export type { Fetched, IngestObserver, IngestTrace, RowStore, StreamName } from './ingest/ports.ts';
export { createProgressBoard, type ProgressBoard } from './ingest/progress.ts';
export type { ClickSource, IngestDeps } from './ingest/source.ts';
export { createKafkaSource, type KafkaSourceOptions } from './kafka/source.ts';
export { createSpoolSource, type SpoolSourceOptions } from './spool/source.ts';
export { encodeRows } from './ingest/rows.ts';
export { createClickStats, type ClickStats } from './queries/click-stats.ts';
export { readIngestProgress, type IngestProgress } from './queries/progress.ts';
export { isTimeZone } from './queries/time-zone.ts';
export type {
  BotFilter,
  BreakdownRow,
  ClickSummary,
  Dimension,
  Granularity,
  Overview,
  Range,
  SeriesPoint,
  SeriesRange,
} from './queries/types.ts';
export { createKafka } from './kafka/client.ts';
export { ensureTopics, WORKER_GROUP } from './kafka/topics.ts';
export { listFolders } from './spool/layout.ts';
export { acquireLock } from './spool/lock.ts';
export { readState, writeState } from './spool/state.ts';
export { reconcile, type ReconciledDay, type ReconcileOptions } from './clickhouse/reconcile.ts';
