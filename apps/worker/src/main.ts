import type { AddressInfo } from 'node:net';
import {
  createAgentReader,
  createClickHouse,
  createKafkaSource,
  createProgressBoard,
  createRowStore,
  createSpoolSource,
} from '@brevia/clicks';
import { listenAddress } from '@brevia/core/settings';
import { pino } from 'pino';
import { readEnv } from './env.ts';
import { createHealthServer } from './health.ts';
import { createWorkerMetrics } from './metrics.ts';
import { startLinkChanges } from './relay/index.ts';
import { withOutageLog } from './outage-log.ts';
import { endOnSignals } from './shutdown.ts';

// Settings
const env = settings();
const log = pino({ level: env.LOG_LEVEL, base: { app: 'worker', region: env.REGION } });

// Adapters
const clickhouse = createClickHouse({
  url: env.CLICKHOUSE_URL,
  application: 'brevia-worker',
  requestTimeoutMs: 60_000,
});
const metrics = createWorkerMetrics();
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

// Link changes: from the outbox to the caches of every region
const linkChanges = env.DATABASE_URL
  ? startLinkChanges({
      region: env.REGION,
      databaseUrl: env.DATABASE_URL,
      redisUrls: env.REDIS_URL,
      kafkaBrokers: env.KAFKA_BROKERS,
      changeTopics: env.CHANGE_TOPICS,
      log,
      onPublished: metrics.published,
    })
  : null;

// Health and metrics
const health = createHealthServer({
  checks: {
    clickhouse: async () => (await clickhouse.ping()).success,
    stream: () => source.isReady(),
    ...(linkChanges ? { linkChanges: () => linkChanges.isWorking() } : {}),
  },
  metrics: async () => ({
    contentType: metrics.registry.contentType,
    body: await metrics.registry.metrics(),
  }),
});
const host = listenAddress(env);
await listen();

// Ingest
const flusher = setInterval(() => void progress.flush(Date.now()), 1_000);
const ingest = source.run({
  rows: createRowStore(clickhouse),
  observer: withOutageLog(metrics.observer, log),
  progress,
  agentCells: createAgentReader(),
  maxRows: env.BATCH_ROWS,
});

// Until told to end, or until nothing but a new process can help
endOnSignals({
  log,
  graceMs: env.SHUTDOWN_SECONDS * 1_000,
  work: ingest,
  drain: async () => {
    await Promise.all([source.stop(), linkChanges?.stop()]);
    clearInterval(flusher);
    await progress.flush(Date.now());
    await clickhouse.close();
    health.close();
  },
});

function settings(): ReturnType<typeof readEnv> {
  try {
    return readEnv(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function listen(): Promise<void> {
  await new Promise<void>((resolve) => {
    health.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? `port ${env.METRICS_PORT} is in use` : error.message;
      log.fatal(`The worker cannot start: ${reason}`);
      process.exit(1);
    });
    health.listen(env.METRICS_PORT, host, resolve);
  });
  const { port } = health.address() as AddressInfo;
  const metricsUrl = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/metrics`;
  log.info({ metricsUrl, stream: source.adapter }, 'worker started');
  process.send?.({ type: 'ready', url: null, metricsUrl });
}
