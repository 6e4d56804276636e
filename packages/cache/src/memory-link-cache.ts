import type { LinkKey, RedirectLink } from '@brevia/core';
import { LRUCache } from 'lru-cache';
import {
  defaultLinkCacheOptions,
  lifetime,
  UNKNOWN_AGE,
  type CachedLink,
  type LinkCache,
  type LinkCacheOptions,
} from './link-cache.ts';

interface Held {
  readonly version: number;
  readonly readAt: number;
  readonly link: RedirectLink | null;
  readonly dropAt: number;
}

/** The same rules as in Redis, in this process: for tests, and for a region of one process. Bounded by `max` entries. */
export function createMemoryLinkCache(options: LinkCacheOptions & { readonly max?: number } = {}): LinkCache {
  const { freshMs, keepMs, tombstoneMs, now, max } = { ...defaultLinkCacheOptions, max: 10_000, ...options };
  const entries = new LRUCache<string, Held>({ max });
  const nameOf = (key: LinkKey) => `${key.domain}/${key.code}`;
  const held = (key: LinkKey): Held | undefined => {
    const entry = entries.get(nameOf(key));
    return entry !== undefined && entry.dropAt > now() ? entry : undefined;
  };
  return {
    get(key) {
      const entry = held(key);
      if (entry === undefined) return Promise.resolve(undefined);
      const { link, version, readAt } = entry;
      return Promise.resolve<CachedLink>({ link, version, readAt, fresh: now() - readAt < freshMs });
    },
    areCurrent(links) {
      return Promise.resolve(
        links.map((link) => {
          const entry = held(link);
          return entry?.link != null && entry.version === link.version && now() - entry.readAt < freshMs;
        }),
      );
    },
    put(link, readAt = now()) {
      const old = held(link);
      if (readAt !== UNKNOWN_AGE && now() - readAt > tombstoneMs) return Promise.resolve(false);
      if (old !== undefined) {
        if (old.version > link.version) return Promise.resolve(false);
        if (old.version === link.version && old.link === null) return Promise.resolve(false);
        if (old.version === link.version && old.readAt >= readAt) return Promise.resolve(true);
      }
      const dropAt = now() + lifetime(link, now(), { keepMs, tombstoneMs });
      entries.set(nameOf(link), { version: link.version, readAt, link, dropAt });
      return Promise.resolve(true);
    },
    remove(link) {
      const old = held(link);
      if (old !== undefined && old.version > link.version) return Promise.resolve(false);
      const dropAt = now() + tombstoneMs;
      entries.set(nameOf(link), { version: link.version, readAt: now(), link: null, dropAt });
      return Promise.resolve(true);
    },
  };
}
