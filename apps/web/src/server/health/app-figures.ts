import type { RedirectorFigures, WorkerFigures } from '@brevia/api';
import { z } from 'zod';
import { readSamples } from './samples.ts';

type Fetch = (url: URL, init: { readonly signal: AbortSignal }) => Promise<Response>;

/** @param url of a redirector's metrics. @throws Error when it does not answer as one */
export async function askRedirector(
  url: string,
  signal: AbortSignal,
  get: Fetch = fetch,
): Promise<RedirectorFigures> {
  const samples = readSamples(await bodyOf(await get(new URL(url), { signal })));
  const givenUp = (['redis', 'store', 'clicks'] as const).filter(
    (dependency) => samples.sum('redirector_breaker_open', { dependency }) > 0,
  );
  return {
    clicksDropped: samples.sum('redirector_clicks_total', { outcome: 'dropped' }),
    clicksWaiting: samples.sum('redirector_clicks_waiting'),
    givenUp,
    isDraining: samples.sum('redirector_draining') > 0,
  };
}

const check = z.union([z.boolean(), z.literal('off')]).optional();
const readiness = z.object({ ready: z.boolean(), clickhouse: check, stream: check, linkChanges: check });

/** @param url of a worker's metrics; `/readyz` is beside them. @throws Error when it does not answer as one */
export async function askWorker(
  url: string,
  signal: AbortSignal,
  get: Fetch = fetch,
): Promise<WorkerFigures> {
  const [ready, metrics] = await Promise.all([
    get(new URL('/readyz', url), { signal }),
    get(new URL(url), { signal }),
  ]);
  // 503 is an answer too: it says what is broken.
  const checks = readiness.parse(await ready.json());
  const samples = readSamples(await bodyOf(metrics));
  return {
    broken: (['clickhouse', 'stream', 'linkChanges'] as const).filter((name) => checks[name] === false),
    countsClicks: checks.stream !== 'off',
    waitingBatches: samples.sum('brevia_worker_lag_records'),
    deadLetters: samples.sum('brevia_worker_dead_letters_total'),
  };
}

async function bodyOf(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return text;
}
