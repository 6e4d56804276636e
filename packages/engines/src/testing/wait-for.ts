import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `check` until it gives something other than false, null or undefined, and returns that.
 * A rejection counts as "not yet"; the last one is the cause of the final error.
 * @param options.timeoutMs default 10,000
 * @param options.everyMs pause between calls, default 20
 */
export async function waitFor<T>(
  check: () => Promise<T> | T,
  options: { timeoutMs?: number; everyMs?: number; what?: string } = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const { timeoutMs = 10_000, everyMs = 20, what = 'a condition' } = options;
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const value = await check();
      if (value !== false && value !== null && value !== undefined) {
        return value as NonNullable<Exclude<T, false>>;
      }
    } catch (error) {
      cause = error;
    }
    if (Date.now() >= deadline) throw new Error(`Waited ${timeoutMs} ms for ${what} in vain.`, { cause });
    await sleep(everyMs);
  }
}
