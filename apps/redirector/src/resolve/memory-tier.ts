import { DEFAULT_DOMAIN, type LinkChange, type LinkKey, type RedirectLink } from '@brevia/core';
import { LRUCache } from 'lru-cache';
import type { CachePolicy } from '../compose/redirect.ts';
import { createEntry, REFRESH_AFTER, type Entry } from './entry.ts';

export interface MemoryTierOptions {
  readonly max: number;
  /** For how long an entry needs no look further down, in milliseconds. */
  readonly freshMs: number;
  readonly policy: CachePolicy;
  readonly now: () => number;
}

export interface MemoryTier {
  /** The entry, fresh or not; reading counts as use for the LRU and never renews freshness. */
  get(name: string): Entry | undefined;
  isFresh(entry: Entry, now: number): boolean;
  /** Keeps the newer of what it has and this; `freshMs` below the usual where an old answer had to do. */
  fill(name: string, link: RedirectLink | null, version: number, freshMs?: number): Entry;
  /** An entry that a tier further down confirmed, asked at `askedAt`: fresh again, if nothing came in its place. */
  confirm(name: string, entry: Entry, askedAt: number): void;
  /** Applies a change to an entry that is here; other links are not pulled in by it. */
  apply(name: string, change: LinkChange): void;
  forget(name: string): void;
  /** Messages may have been missed: nothing that is here now counts as fresh. */
  distrust(): void;
  readonly size: number;
}

/** The name of a link in the memory of this process: the bare code for the default domain, which is nearly all. */
export function nameOf(key: LinkKey): string {
  return key.domain === DEFAULT_DOMAIN ? key.code : `${key.domain}/${key.code}`;
}

/** The first tier (RED-3): a bounded LRU; entries past their freshness stay, for when nothing further down answers. */
export function createMemoryTier(options: MemoryTierOptions): MemoryTier {
  const { policy, now } = options;
  const entries = new LRUCache<string, Entry>({ max: options.max });
  let distrusted = -1;

  const put = (name: string, link: RedirectLink | null, version: number, freshMs: number): Entry => {
    const entry = createEntry(link, version, now(), freshMs, policy);
    entries.set(name, entry);
    return entry;
  };

  const isFresh = (entry: Entry, at: number): boolean => entry.freshUntil > at && entry.filledAt > distrusted;

  return {
    get: (name) => entries.get(name),
    isFresh,
    fill(name, link, version, freshMs = options.freshMs) {
      const held = entries.peek(name);
      if (held === undefined || held.version < version) return put(name, link, version, freshMs);
      // The same version deleted is newer than the same version alive.
      if (held.version === version && held.link !== null && link === null) {
        return put(name, null, version, freshMs);
      }
      if (held.version === version) {
        const at = now();
        held.freshUntil = Math.max(held.freshUntil, at + freshMs);
        held.refreshAt = at + freshMs * REFRESH_AFTER;
        held.filledAt = at;
      }
      return held;
    },
    confirm(name, entry, askedAt) {
      if (entries.peek(name) !== entry) return;
      entry.freshUntil = askedAt + options.freshMs;
      entry.refreshAt = askedAt + options.freshMs * REFRESH_AFTER;
      entry.filledAt = askedAt;
    },
    apply(name, change) {
      const held = entries.peek(name);
      if (held === undefined) return;
      const [link, version] =
        change.kind === 'upsert' ? [change.link, change.link.version] : [null, change.version];
      if (held.version > version || (held.version === version && link !== null)) return;
      // A message may be late, so it brings the newer version and no freshness that was not there.
      put(name, link, version, isFresh(held, now()) ? held.freshUntil - now() : 0);
    },
    forget: (name) => void entries.delete(name),
    distrust() {
      distrusted = now();
    },
    get size() {
      return entries.size;
    },
  };
}
