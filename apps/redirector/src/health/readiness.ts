import { withDeadline } from '../resolve/deadline.ts';

export type Health = 'up' | 'down' | 'off';

export interface ReadinessOptions {
  /** Null where that dependency is not configured. */
  readonly store: () => Promise<unknown>;
  readonly redis: (() => Promise<unknown>) | null;
  readonly clicks: () => Health;
  readonly isDraining: () => boolean;
  readonly now: () => number;
  readonly timeoutMs?: number;
  readonly keepMs?: number;
}

export interface Readiness {
  readonly status: number;
  readonly report: {
    readonly status: 'ready' | 'degraded' | 'draining';
    readonly checks: Record<'store' | 'redis' | 'clicks', Health>;
    readonly degraded: readonly string[];
  };
}

/**
 * Whether to send visitors here, and what is degraded (RED-8). Only draining says no: with a dependency down, links in the
 * caches still open, and taking every redirector of a region out at once would help nobody.
 */
export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { timeoutMs, keepMs } = { timeoutMs: 500, keepMs: 1_000, ...options };
  let kept: { until: number; checks: Promise<[Health, Health]> } | undefined;

  const check = async (ping: (() => Promise<unknown>) | null): Promise<Health> => {
    if (ping === null) return 'off';
    try {
      await withDeadline(ping(), timeoutMs);
      return 'up';
    } catch {
      return 'down';
    }
  };

  return async () => {
    // Probes of many load balancers must not become load on the engines.
    if (kept === undefined || kept.until <= options.now()) {
      kept = {
        until: options.now() + keepMs,
        checks: Promise.all([check(options.store), check(options.redis)]),
      };
    }
    const [store, redis] = await kept.checks;
    const checks = { store, redis, clicks: options.clicks() };
    const degraded = Object.entries(checks).flatMap(([name, health]) => (health === 'down' ? [name] : []));
    const isDraining = options.isDraining();
    return {
      status: isDraining ? 503 : 200,
      report: {
        status: isDraining ? 'draining' : degraded.length > 0 ? 'degraded' : 'ready',
        checks,
        degraded,
      },
    };
  };
}
