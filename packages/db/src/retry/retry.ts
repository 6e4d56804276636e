import { setTimeout as sleep } from 'node:timers/promises';
import { BreviaError } from '@brevia/core';
import { backoff } from './backoff.ts';
import { classify, isConflict, isOverload } from './classify.ts';

export interface RetryOptions {
  /** May the operation run again although it may have been done already? */
  readonly idempotent: boolean;
  /** Milliseconds from the first attempt after which no other one starts, while the store can't be reached. */
  readonly deadlineMs?: number;
  /** The same while the store is well, but others write the same rows. */
  readonly conflictDeadlineMs?: number;
  readonly random?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly now?: () => number;
}

export interface Attempt {
  /** From 0. */
  readonly number: number;
  /** May an earlier attempt have been written? */
  readonly afterAmbiguous: boolean;
}

const DEADLINE_MS = 3_000;
const CONFLICT_DEADLINE_MS = 10_000;

/**
 * Runs `operation` until it succeeds, fails for good, or the deadline has passed. It must be one statement or one whole
 * transaction (LINK-5). Throws the error itself when running again can't help, BreviaError `unavailable` when the store
 * is what failed.
 */
export async function withRetry<T>(
  operation: (attempt: Attempt) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { idempotent, deadlineMs = DEADLINE_MS, conflictDeadlineMs = CONFLICT_DEADLINE_MS } = options;
  const { random = Math.random, wait = sleep, now = Date.now } = options;
  const start = now();
  let afterAmbiguous = false;
  for (let number = 0; ; number++) {
    try {
      return await operation({ number, afterAmbiguous });
    } catch (error) {
      const verdict = classify(error);
      if (verdict === 'fail') throw isOverload(error) ? unavailable(error) : error;
      if (verdict === 'ambiguous' && !idempotent) throw unavailable(error);
      afterAmbiguous ||= verdict === 'ambiguous';
      const pause = backoff(number, random);
      const limit = isConflict(error) ? Math.max(conflictDeadlineMs, deadlineMs) : deadlineMs;
      if (now() + pause >= start + limit) throw unavailable(error);
      await wait(pause);
    }
  }
}

function unavailable(cause: unknown): BreviaError {
  return new BreviaError('unavailable', 'The link store does not answer at the moment. Try again soon.', {
    cause,
    details: { retryAfterSeconds: 5 },
  });
}
