import type { AddressInfo } from 'node:net';
import { listenAddress, traceTarget } from '@brevia/core/settings';
import { openTracing } from '@brevia/telemetry';
import { pino } from 'pino';
import { createClickCount } from './count-clicks.ts';
import { readEnv } from './env.ts';
import { createHealthServer } from './health.ts';
import { createWorkerMetrics } from './metrics.ts';
import { startLinkChanges } from './relay/index.ts';
import { endOnSignals } from './shutdown.ts';

// Settings
const env = settings();
const log = pino({ level: env.LOG_LEVEL, base: { app: 'worker', region: env.REGION } });

// Traces, where a collector is named
const traces = traceTarget(env);
const tracing =
  traces === null
    ? undefined
    : await openTracing({
        ...traces,
        service: 'brevia-worker',
        region: env.REGION,
        onError: (error) => log.warn({ err: error }, 'traces do not reach their collector'),
      });

const metrics = createWorkerMetrics(env.CLICKHOUSE_URL !== undefined);

// Clicks: counted where there is a ClickHouse; elsewhere they stay in Kafka, for the region that has one
const clicks = env.CLICKHOUSE_URL ? createClickCount(env, env.CLICKHOUSE_URL, metrics, log, tracing) : null;

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
    ...(clicks?.checks ?? { clickhouse: 'off', stream: 'off' }),
    linkChanges: linkChanges ? () => linkChanges.isWorking() : 'off',
  },
  metrics: async () => ({
    contentType: metrics.registry.contentType,
    body: await metrics.registry.metrics(),
  }),
});
const host = listenAddress(env);
await listen();

// Until told to end, or until nothing but a new process can help
endOnSignals({
  log,
  graceMs: env.SHUTDOWN_SECONDS * 1_000,
  work: clicks?.run(),
  drain: async () => {
    await Promise.all([clicks?.stop(), linkChanges?.stop()]);
    await tracing?.close();
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
  const parts = { clicks: clicks?.stream ?? 'off', linkChanges: linkChanges ? 'on' : 'off' };
  log.info({ metricsUrl, ...parts }, 'worker started');
  if (clicks === null)
    log.info('no CLICKHOUSE_URL: this worker relays link changes and counts no clicks; they stay in Kafka');
  process.send?.({ type: 'ready', url: null, metricsUrl });
}
