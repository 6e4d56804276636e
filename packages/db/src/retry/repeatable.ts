import { withRetry } from './retry.ts';

/** Runs statements that may safely run twice: reads, and writes that set values. */
export const repeatable = <T>(operation: () => Promise<T>): Promise<T> =>
  withRetry(operation, { idempotent: true });
