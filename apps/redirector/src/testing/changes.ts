import { createChangeChannel, createLinkCache, type RedisClient } from '@brevia/cache';
import type { LinkChange, RedirectLink } from '@brevia/core';
import { waitFor } from '@brevia/engines/testing';
import { expect } from 'vitest';
import type { LinkStore } from './bed.ts';

/**
 * What the API does for its own region once the row is written: Redis, then everybody is told. Where that fails it is done
 * again, as the outbox does.
 */
export async function announce(redis: RedisClient, change: LinkChange): Promise<void> {
  const [cache, channel] = [createLinkCache(redis), createChangeChannel(redis)];
  await waitFor(async () => {
    await (change.kind === 'upsert' ? cache.put(change.link) : cache.remove(change));
    await channel.publish(change);
    return true;
  });
}

/** Pub/sub takes a moment; far less than memory's own freshness of five seconds. */
export const soon = { timeoutMs: 1_500, what: 'a change to be seen' };

/** A link that memory holds is edited, then deleted: `visit` sees both at once. */
export async function expectChangesAtOnce(
  visit: (code: string) => Promise<string | number>,
  { store, redis, given = {} }: { store: LinkStore; redis: RedisClient; given?: Partial<RedirectLink> },
): Promise<void> {
  const link = await store.insert(given);
  expect(await visit(link.code)).toBe(link.longUrl);
  const edited = await store.update({ ...link, longUrl: `${link.longUrl}/edited` });
  await announce(redis, { kind: 'upsert', link: edited });
  await waitFor(async () => (await visit(link.code)) === edited.longUrl, soon);
  const { domain, code, version } = await store.remove(edited);
  await announce(redis, { kind: 'delete', domain, code, version });
  await waitFor(async () => (await visit(code)) === 404, soon);
}
