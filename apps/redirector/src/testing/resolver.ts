import { createBreaker, noLinkCache, type LinkCache } from '@brevia/cache';
import type { LinkKey, RedirectLink } from '@brevia/core';
import { createCounters } from '../metrics/counters.ts';
import { createMemoryTier } from '../resolve/memory-tier.ts';
import { createResolver, type Resolution } from '../resolve/resolver.ts';
import { createScanLimiter } from '../resolve/scan-limiter.ts';
import { createUnknownCodes } from '../resolve/unknown-codes.ts';

interface Setting {
  cache?: (now: () => number) => LinkCache;
  find?: (key: LinkKey) => Promise<RedirectLink | null>;
  max?: number;
  storeTimeoutMs?: number;
}

/** A resolver over a store in memory whose answers a test decides, and a clock that it moves. */
export function setUpResolver(setting: Setting = {}) {
  const clock = { now: 1_000_000 };
  const now = () => clock.now;
  const store = new Map<string, RedirectLink>();
  const asked: string[] = [];
  const state = { isDown: false };
  const counters = createCounters();
  const cache = setting.cache?.(now) ?? noLinkCache;
  const memory = createMemoryTier({ max: setting.max ?? 100, freshMs: 5_000, policy: { cdnMaxAge: 0 }, now });
  const unknown = createUnknownCodes({ max: 1_000, ttlMs: 1_000, now });
  const resolver = createResolver({
    memory,
    unknown,
    cache,
    store: {
      find: (key) => {
        asked.push(key.code);
        if (state.isDown) return Promise.reject(new Error('the store is down'));
        return setting.find?.(key) ?? Promise.resolve(store.get(key.code) ?? null);
      },
    },
    storeBreaker: createBreaker({ failures: 1_000 }),
    limiter: createScanLimiter({ burst: 10, perMinute: 60, maxClients: 100, now }),
    counters,
    now,
    storeTimeoutMs: setting.storeTimeoutMs ?? 1_000,
    maxStoreLookups: 100,
    staleMs: 1_000,
    defer: queueMicrotask,
    reserved: new Set(['healthz']),
  });
  const open = (code: string, address = '203.0.113.1') =>
    Promise.resolve(resolver.resolveNow(code) ?? resolver.lookUp({ domain: 'default', code }, address));
  const target = (resolution: Resolution) =>
    resolution.kind === 'found' ? (resolution.entry.link?.longUrl ?? 'deleted') : resolution.kind;
  return { clock, store, asked, state, counters, cache, memory, unknown, resolver, open, target };
}

/** Lets promises that are settled run. */
export const settle = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};
