import type { HealthReadings, Reading } from '@brevia/api';
import { askRedirector, askWorker } from './app-figures.ts';
import { createProbe } from './probe.ts';

type Ingest = NonNullable<HealthReadings['ingest']> extends Reading<infer Value> ? Value : never;

/** What can be asked; what is missing is not set up. */
export interface HealthSources {
  readonly redis?: (() => Promise<unknown>) | undefined;
  readonly clickhouse?: (() => Promise<unknown>) | undefined;
  readonly ingest?: (() => Promise<Ingest>) | undefined;
  readonly redirectorMetricsUrl?: string | undefined;
  readonly workerMetricsUrl?: string | undefined;
}

/** Asks everybody at once, each for at most a second. */
export function createHealthReader(
  store: () => Promise<unknown>,
  sources: HealthSources,
  startedAt: Date,
): () => Promise<HealthReadings> {
  const { redis, clickhouse, ingest, redirectorMetricsUrl, workerMetricsUrl } = sources;
  const probes = {
    store: createProbe(store),
    redis: probeOf(redis, (ping) => ping()),
    clickhouse: probeOf(clickhouse, (ping) => ping()),
    ingest: probeOf(ingest, (read) => read()),
    redirector: probeOf(redirectorMetricsUrl, askRedirector),
    worker: probeOf(workerMetricsUrl, askWorker),
  };
  return async () => {
    const [ofStore, ofRedis, ofClickhouse, ofIngest, redirector, worker] = await Promise.all([
      probes.store(),
      probes.redis(),
      probes.clickhouse(),
      probes.ingest(),
      probes.redirector(),
      probes.worker(),
    ]);
    return {
      startedAt,
      store: ofStore,
      redis: ofRedis,
      clickhouse: ofClickhouse,
      ingest: ofIngest,
      redirector,
      worker,
    };
  };
}

function probeOf<Source, Value>(
  source: Source | undefined,
  ask: (source: Source, signal: AbortSignal) => Promise<Value>,
): () => Promise<Reading<Value> | null> {
  return source === undefined ? () => Promise.resolve(null) : createProbe((signal) => ask(source, signal));
}
