import {
  createClickHouse,
  createClickStats,
  readIngestProgress,
  type ClickStats,
  type IngestProgress,
} from '@brevia/clicks';
import { BreviaError } from '@brevia/core';
import type { TracedAdapters } from './traces/adapters.ts';

const refuse = (): Promise<never> =>
  Promise.reject(new BreviaError('unavailable', 'Click statistics are not available here.'));

/** Stands in where no click store is configured: says so instead of showing zeros. */
const noClickStats: ClickStats = {
  summary: refuse,
  series: refuse,
  breakdown: refuse,
  overview: refuse,
  totals: refuse,
};

/** The click store's queries; it may be down at the start, and while it is, its questions answer 503. */
export function openClickStats(
  url: string | undefined,
  traced: TracedAdapters['clickhouse'] = (client) => client,
): {
  stats: ClickStats;
  ping: (this: void) => Promise<unknown>;
  /** How far the workers are. */
  progress: (this: void) => Promise<IngestProgress | null>;
  close: (this: void) => Promise<void>;
} {
  if (url === undefined)
    return {
      stats: noClickStats,
      ping: () => Promise.resolve(),
      progress: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    };
  const client = createClickHouse({ url, application: 'brevia-web', requestTimeoutMs: 10_000 });
  return {
    stats: createClickStats(traced(client)),
    ping: async () => {
      const result = await client.ping();
      if (!result.success) throw result.error;
    },
    progress: () => readIngestProgress(client),
    close: () => client.close(),
  };
}
