import type { LinkChange } from '@brevia/core';
import type { Context } from '../context.ts';

/** The region hears of a change before the answer leaves, unless Redis is slow: the outbox tells it later anyway. */
const LONGEST_WAIT_MS = 100;

/**
 * Writes a change through to the region's cache and tells its redirectors (RED-4). Never fails and never waits for long:
 * the row is committed, and the outbox row beside it is the one that must arrive.
 */
export async function announce(ctx: Context, change: LinkChange): Promise<void> {
  const written = change.kind === 'upsert' ? ctx.cache.put(change.link) : ctx.cache.remove(change);
  const told = ctx.changes.publish(change);
  const done = Promise.allSettled([written, told]).then(([cache, channel]) => {
    if (cache.status === 'rejected') ctx.report({ what: 'cache write-through', error: cache.reason });
    if (channel.status === 'rejected') ctx.report({ what: 'change channel', error: channel.reason });
  });
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS);
  });
  await Promise.race([done, enough]);
  clearTimeout(timer);
}
