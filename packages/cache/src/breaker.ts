import type { LinkCache } from './link-cache.ts';

export interface Breaker {
  readonly open: boolean;
  /** Runs the work, or rejects at once while the breaker is open. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface BreakerOptions {
  /** Failures in a row that open it. */
  readonly failures?: number;
  /** How long nothing is tried, in milliseconds; then one call at a time tries, and success closes it. */
  readonly restMs?: number;
  readonly now?: () => number;
}

export class BreakerOpenError extends Error {
  override readonly name = 'BreakerOpenError';
}

/**
 * A circuit breaker: with a server that accepts and never answers, a time limit alone would make every visitor wait for
 * it; so after some failures nobody waits, and one call after each rest finds out whether it lives again.
 */
export function createBreaker(options: BreakerOptions = {}): Breaker {
  const { failures, restMs, now } = { failures: 3, restMs: 1_000, now: Date.now, ...options };
  let inARow = 0;
  let tryAt = 0;
  let trying = false;
  return {
    get open() {
      return inARow >= failures;
    },
    async run(work) {
      const probing = inARow >= failures;
      if (probing) {
        if (trying || now() < tryAt) throw new BreakerOpenError('resting after repeated failures');
        trying = true;
      }
      try {
        const result = await work();
        inARow = 0;
        return result;
      } catch (error) {
        inARow += 1;
        tryAt = now() + restMs;
        throw error;
      } finally {
        if (probing) trying = false;
      }
    },
  };
}

/** The same cache, which nobody waits for while it is down. */
export function withBreaker(cache: LinkCache, breaker: Breaker): LinkCache {
  return {
    get: (key) => breaker.run(() => cache.get(key)),
    areCurrent: (links) => breaker.run(() => cache.areCurrent(links)),
    put: (link, readAt) => breaker.run(() => cache.put(link, readAt)),
    remove: (link) => breaker.run(() => cache.remove(link)),
  };
}
