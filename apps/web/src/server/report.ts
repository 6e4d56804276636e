import type { Logger } from 'pino';
import type { Metrics } from './http/metrics.ts';

/** An engine that is down fails thousands of times; the metrics count each time, the log tells now and then (C224). */
const QUIET_MS = 10_000;

/** Takes note of what failed without failing a request. */
export function createReport(log: Logger, metrics: Metrics, now: () => number = Date.now) {
  const toldAt = new Map<string, number>();
  return ({ what, error }: { readonly what: string; readonly error: unknown }): void => {
    metrics.problem(what);
    const at = now();
    if (at - (toldAt.get(what) ?? -Infinity) < QUIET_MS) return;
    toldAt.set(what, at);
    log.warn({ err: error }, `${what} failed`);
  };
}
