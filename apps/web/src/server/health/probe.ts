import type { Reading } from '@brevia/api';

/** Longer than this nobody waits for an engine or app. */
const LONGEST_MS = 1_000;
/** An answer that is not older is given to everybody who asks. */
const SHARED_MS = 1_000;
/** Questions that hang at the same time: an engine that accepts and stays silent must not tie up the pool. */
const MOST_PENDING = 2;

export interface ProbeOptions {
  readonly longestMs?: number;
  readonly now?: () => number;
}

/**
 * Asks something how it is, for at most a second. The signal says that nobody waits any more; a question that does not heed
 * it goes on by itself, and while two of them hang no other is asked.
 */
export function createProbe<Value>(
  ask: (signal: AbortSignal) => Promise<Value>,
  { longestMs = LONGEST_MS, now = () => performance.now() }: ProbeOptions = {},
): () => Promise<Reading<Value>> {
  let pending = 0;
  let shared: { readonly at: number; readonly reading: Promise<Reading<Value>> } | undefined;

  async function read(): Promise<Reading<Value>> {
    if (pending >= MOST_PENDING) return 'silent';
    const started = now();
    const patience = new AbortController();
    pending += 1;
    const answer = Promise.resolve()
      .then(() => ask(patience.signal))
      .finally(() => {
        pending -= 1;
      })
      .then(
        (value) => ({ ms: now() - started, value }),
        () => 'silent' as const,
      );
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<'silent'>((resolve) => {
      timer = setTimeout(() => {
        patience.abort();
        resolve('silent');
      }, longestMs);
    });
    return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
  }

  return () => {
    if (shared === undefined || now() - shared.at >= SHARED_MS) shared = { at: now(), reading: read() };
    return shared.reading;
  };
}
