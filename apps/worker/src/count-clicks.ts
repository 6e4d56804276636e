import {
  createAgentReader,
  createClickHouse,
  createKafkaSource,
  createProgressBoard,
  createRowStore,
  createSpoolSource,
} from '@brevia/clicks';
import type { Tracing } from '@brevia/telemetry';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import type { Check } from './health.ts';
import { createClickMetrics, type WorkerMetrics } from './metrics.ts';
import { withOutageLog } from './outage-log.ts';
import { createIngestTrace, traceRows } from './trace-ingest.ts';

export interface ClickCount {
  /** Where the clicks come from. */
  readonly stream: 'kafka' | 'spool';
  readonly checks: Readonly<Record<'clickhouse' | 'stream', Check>>;
  /** Counts until it is stopped; rejects when nothing but a new process can help. */
  run(): Promise<unknown>;
  /** Ends with the batch at hand. */
  stop(): Promise<void>;
}

/** What carries clicks from Kafka, or from the spool, to ClickHouse. Nothing needs to be there at the start. */
export function createClickCount(
  env: Env,
  clickhouseUrl: string,
  { registry }: WorkerMetrics,
  log: Logger,
  tracing: Tracing | undefined,
): ClickCount {
  const clickhouse = createClickHouse({
    url: clickhouseUrl,
    application: 'brevia-worker',
    requestTimeoutMs: 60_000,
  });
  const metrics = createClickMetrics(registry);
  const progress = createProgressBoard(clickhouse, () => metrics.takeNews());
  metrics.watch(progress);
  const source = env.KAFKA_BROKERS
    ? createKafkaSource({
        brokers: env.KAFKA_BROKERS,
        topics: env.CLICK_TOPICS,
        partitions: env.CLICK_PARTITIONS,
        sessionMs: env.KAFKA_SESSION_SECONDS * 1_000,
        stuckMs: env.STUCK_SECONDS * 1_000,
        log,
      })
    : createSpoolSource({ dir: env.SPOOL_DIR ?? '', log });
  let flusher: NodeJS.Timeout | undefined;
  return {
    stream: source.adapter,
    checks: {
      clickhouse: async () => (await clickhouse.ping()).success,
      stream: () => source.isReady(),
    },
    run() {
      flusher = setInterval(() => void progress.flush(Date.now()), 1_000);
      const rows = createRowStore(clickhouse);
      return source.run({
        rows: tracing === undefined ? rows : traceRows(rows, tracing),
        ...(tracing === undefined ? {} : { trace: createIngestTrace(tracing) }),
        observer: withOutageLog(metrics.observer, log),
        progress,
        agentCells: createAgentReader(),
        maxRows: env.BATCH_ROWS,
      });
    },
    async stop() {
      await source.stop();
      clearInterval(flusher);
      await progress.flush(Date.now());
      await clickhouse.close();
    },
  };
}
