import { applyChange, type ChangeChannel, type LinkCache } from '@brevia/cache';
import type { LinkChange } from '@brevia/core';

export interface ApplyDeps {
  readonly cache: LinkCache;
  readonly channel: ChangeChannel;
}

/** Commands on their way to Redis at a time. */
const AT_ONCE = 50;

/**
 * Brings changes to the caches of this region: the entry in Redis, and by pub/sub every redirector's own. Only the newest
 * change of a link is applied; older ones would be refused by their version anyway. Rejects when Redis can't take them all.
 */
export function createApply({
  cache,
  channel,
}: ApplyDeps): (changes: readonly LinkChange[]) => Promise<void> {
  return async (changes) => {
    const newest = [...latest(changes).values()];
    for (let at = 0; at < newest.length; at += AT_ONCE) {
      await Promise.all(
        newest.slice(at, at + AT_ONCE).map(async (change) => {
          await applyChange(cache, change);
          await channel.publish(change);
        }),
      );
    }
  };
}

/**
 * Leaves out links that were just created. For the region that made them: its API has put them into Redis already, and where
 * that failed, the first visitor finds them in the store. No cache can hold an older state of a link that is new.
 */
export function withoutCreations(changes: readonly LinkChange[]): LinkChange[] {
  return changes.filter((change) => versionOf(change) > 1);
}

function latest(changes: readonly LinkChange[]): Map<string, LinkChange> {
  const byLink = new Map<string, LinkChange>();
  for (const change of changes) {
    const key = keyOf(change);
    const known = byLink.get(key);
    if (known === undefined || versionOf(change) > versionOf(known)) byLink.set(key, change);
  }
  return byLink;
}

const versionOf = (change: LinkChange) => (change.kind === 'upsert' ? change.link.version : change.version);

/** `domain/code`: also the key of the message in Kafka, so that the changes of a link stay in one partition. */
export function keyOf(change: LinkChange): string {
  const { domain, code } = change.kind === 'upsert' ? change.link : change;
  return `${domain}/${code}`;
}
