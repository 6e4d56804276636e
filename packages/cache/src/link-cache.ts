import type { LinkChange, LinkKey, RedirectLink } from '@brevia/core';

/** What a cache holds of one link. */
export interface CachedLink {
  /** Null is a tombstone: the link was deleted not long ago. */
  readonly link: RedirectLink | null;
  readonly version: number;
  /** When the link store was asked, in milliseconds since 1970 UTC by the asker's clock. */
  readonly readAt: number;
  /** False: ask the link store first, and serve this only when it can't answer (stale-if-error). */
  readonly fresh: boolean;
}

export type VersionedKey = LinkKey & { readonly version: number };

/** The region's shared tier (RED-3). Every method rejects when the cache can't answer; callers go on without it. */
export interface LinkCache {
  get(key: LinkKey): Promise<CachedLink | undefined>;
  /** For each link whether this very version is held, alive and fresh: many at the price of a few `get`s. */
  areCurrent(links: readonly VersionedKey[]): Promise<readonly boolean[]>;
  /**
   * Keeps a link unless a newer version, or a deletion of the same version, is known.
   * `readAt` is when the store was asked (default: now), so that a slow fill is not fresh for longer than it should be;
   * `UNKNOWN_AGE` makes an entry that is never fresh.
   * @returns whether the cache now holds this version
   */
  put(link: RedirectLink, readAt?: number): Promise<boolean>;
  /** Leaves a tombstone, so that a slow fill with an old row is refused; false when a newer version is known. */
  remove(link: VersionedKey): Promise<boolean>;
}

export interface LinkCacheOptions {
  /** For how long an entry needs no look at the store. */
  readonly freshMs?: number;
  /** For how long an entry is kept at most for the time when the store can't answer. */
  readonly keepMs?: number;
  /**
   * For how long a deletion is remembered. No fill may be older than that, and no message of before the deletion may come
   * later: a minute is enough for fills, but a relay can be late by more.
   */
  readonly tombstoneMs?: number;
  readonly now?: () => number;
}

export const defaultLinkCacheOptions = {
  freshMs: 120_000,
  keepMs: 86_400_000,
  tombstoneMs: 3_600_000,
  now: Date.now,
} as const;

/** The cache of a region that has none: knows nothing, keeps nothing, never fails. */
export const noLinkCache: LinkCache = {
  get: () => Promise.resolve(undefined),
  areCurrent: (links) => Promise.resolve(links.map(() => false)),
  put: () => Promise.resolve(false),
  remove: () => Promise.resolve(false),
};

/** `readAt` of what may be of any age: it is kept, versions decide as ever, and the store is asked before it is served. */
export const UNKNOWN_AGE = 0;

/**
 * Applies one change that came from elsewhere, in whatever order and however late changes arrive: the versions decide, and
 * the link store confirms it at its next use.
 */
export function applyChange(cache: LinkCache, change: LinkChange): Promise<boolean> {
  return change.kind === 'upsert' ? cache.put(change.link, UNKNOWN_AGE) : cache.remove(change);
}

// Long enough for every look-up that was on its way with an older version.
const SHORTEST_MS = 60_000;

/**
 * Lifetime of an entry in milliseconds: the shorter of the link's own expiry and `keepMs`, but never under a minute (or
 * the life of a tombstone, where that is shorter): an entry that is gone can't stop an older one.
 */
export function lifetime(
  link: RedirectLink,
  now: number,
  limits: { keepMs: number; tombstoneMs: number },
): number {
  const untilExpiry = link.expiresAt === null ? Infinity : link.expiresAt - now;
  const shortest = Math.min(limits.tombstoneMs, SHORTEST_MS);
  return Math.ceil(Math.max(shortest, Math.min(limits.keepMs, untilExpiry)));
}
