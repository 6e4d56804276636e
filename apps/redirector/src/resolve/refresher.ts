import type { LinkCache } from '@brevia/cache';
import type { RedirectLink } from '@brevia/core';
import type { Counters } from '../metrics/counters.ts';
import type { Entry } from './entry.ts';
import type { MemoryTier } from './memory-tier.ts';

export interface RefresherOptions {
  readonly memory: MemoryTier;
  readonly cache: LinkCache;
  readonly counters: Counters;
  readonly now: () => number;
  /** Looks further down for a link that Redis could not confirm. */
  readonly lookUp: (name: string, link: RedirectLink) => void;
  /** Runs the work a little later, so that others join it. */
  readonly defer: (work: () => void) => void;
}

/**
 * Keeps links in use fresh without a visitor who waits: those that are due within a moment are confirmed by Redis in one
 * command, by their versions alone. 5,000 links in turn cost a look-up each otherwise, a quarter of the serving thread.
 * @returns takes an entry that is due, with its link
 */
export function createRefresher(
  options: RefresherOptions,
): (name: string, entry: Entry, link: RedirectLink) => void {
  const { memory, cache, counters, now, lookUp, defer } = options;
  let due: { name: string; entry: Entry; link: RedirectLink }[] = [];

  const confirm = async (): Promise<void> => {
    const batch = due;
    due = [];
    const askedAt = now();
    let confirmed: readonly boolean[] = [];
    try {
      confirmed = await cache.areCurrent(batch.map(({ link }) => link));
    } catch {
      counters.redisErrors += 1;
    }
    for (const [i, { name, entry, link }] of batch.entries()) {
      if (confirmed[i] === true) memory.confirm(name, entry, askedAt);
      else lookUp(name, link);
    }
  };

  return (name, entry, link) => {
    due.push({ name, entry, link });
    if (due.length === 1) defer(() => void confirm());
  };
}
