import type { Breaker, CachedLink, LinkCache } from '@brevia/cache';
import type { LinkChange, LinkKey, RedirectLink } from '@brevia/core';
import type { Counters, Tier } from '../metrics/counters.ts';
import { withDeadline } from './deadline.ts';
import type { Entry } from './entry.ts';
import { nameOf, type MemoryTier } from './memory-tier.ts';
import { createRefresher } from './refresher.ts';
import type { ScanLimiter } from './scan-limiter.ts';
import type { UnknownCodes } from './unknown-codes.ts';

export type Resolution =
  | { readonly kind: 'found'; readonly entry: Entry; readonly tier: Tier }
  | { readonly kind: 'unknown'; readonly tier: Tier }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'slow-down'; readonly retryAfter: number };

export interface ResolverOptions {
  readonly memory: MemoryTier;
  readonly unknown: UnknownCodes;
  readonly cache: LinkCache;
  readonly store: { find(key: LinkKey): Promise<RedirectLink | null> };
  readonly storeBreaker: Breaker;
  readonly limiter: ScanLimiter;
  readonly counters: Counters;
  readonly now: () => number;
  /** Longest wait for the link store, in milliseconds. */
  readonly storeTimeoutMs: number;
  /** More look-ups than this at once are refused: a queue in front of a slow store only makes everybody wait. */
  readonly maxStoreLookups: number;
  /** Paths of the service itself that have the form of a code: never links. */
  readonly reserved: ReadonlySet<string>;
  /** For how long an answer that had to be stale is given before the store is asked again. */
  readonly staleMs: number;
  /** Runs work a little later: gathers the links that are due to be looked up again. */
  readonly defer: (work: () => void) => void;
}

export interface Resolver {
  /**
   * The entry that memory holds fresh, by the name of the link. Towards the end of its freshness a use of it looks
   * further down in the background: what is in use never has to wait, and is never fresh for longer.
   */
  peek(name: string, at: number): Entry | undefined;
  /** What the memory of this process knows, a code's absence included: hot links pay for no promise. */
  resolveNow(name: string): Resolution | undefined;
  /** Asks further down, for the client at `address`. */
  lookUp(key: LinkKey, address: string): Promise<Resolution>;
  /** Applies a change that this region was told about (RED-4). */
  apply(change: LinkChange): void;
}

/** A look-up on its way, and the newest change that arrived meanwhile. */
interface Flight {
  change: LinkChange | undefined;
  done: Promise<Resolution>;
}

const MOST_ATTEMPTS = 3;

const UNAVAILABLE: Resolution = { kind: 'unavailable' };
const UNKNOWN_HERE: Resolution = { kind: 'unknown', tier: 'unknown-memory' };
const UNKNOWN: Resolution = { kind: 'unknown', tier: 'store' };
const UNSTARTED: Promise<Resolution> = Promise.resolve(UNKNOWN);

function versionOf(change: LinkChange | undefined): number {
  if (change === undefined) return -1;
  return change.kind === 'upsert' ? change.link.version : change.version;
}

/**
 * Memory, then Redis, then the link store (RED-3). Concurrent misses of one code share one look-up. Whatever is past its
 * freshness is asked for further down, and served only when nothing there can answer (RED-7).
 */
export function createResolver(options: ResolverOptions): Resolver {
  const { memory, unknown, cache, store, storeBreaker, limiter, counters, now } = options;
  const flights = new Map<string, Flight>();
  let storeLookups = 0;

  const askStore = async (key: LinkKey): Promise<RedirectLink | null> => {
    if (storeLookups >= options.maxStoreLookups)
      throw new Error('too many look-ups in the link store at once');
    storeLookups += 1;
    try {
      return await storeBreaker.run(() => withDeadline(store.find(key), options.storeTimeoutMs));
    } finally {
      storeLookups -= 1;
    }
  };

  const askRedis = async (key: LinkKey): Promise<CachedLink | undefined> => {
    try {
      return await cache.get(key);
    } catch {
      counters.redisErrors += 1;
      return undefined;
    }
  };

  const tellRedis = (work: Promise<boolean>): void => {
    work.catch(() => (counters.redisErrors += 1));
  };

  const lookUp = async (name: string, key: LinkKey, retryAfter: number): Promise<Resolution> => {
    const askedAt = now();
    const shared = await askRedis(key);
    const held = memory.get(name);
    const isBehind = shared !== undefined && held !== undefined && shared.version < held.version;
    if (shared !== undefined && shared.fresh && !isBehind) {
      return { kind: 'found', entry: memory.fill(name, shared.link, shared.version), tier: 'redis' };
    }
    if (retryAfter > 0 && shared === undefined && held === undefined)
      return { kind: 'slow-down', retryAfter };
    let link: RedirectLink | null;
    try {
      link = await askStore(key);
    } catch {
      counters.storeErrors += 1;
      return serveStale(name, shared);
    }
    return link === null ? notInStore(name, key, shared) : inStore(name, link, askedAt);
  };

  const inStore = (name: string, link: RedirectLink, askedAt: number): Resolution => {
    const entry = memory.fill(name, link, link.version);
    if (entry.version === link.version) tellRedis(cache.put(link, askedAt));
    return { kind: 'found', entry, tier: 'store' };
  };

  const notInStore = (name: string, key: LinkKey, shared: CachedLink | undefined): Resolution => {
    // A version that was known is remembered as deleted: a replica of Redis that lags must not bring it back.
    const version = Math.max(memory.get(name)?.version ?? -1, shared?.version ?? -1);
    if (version >= 0) memory.fill(name, null, version);
    else unknown.add(name);
    // Redis still had a link that is gone: its deletion was never heard of here. Same version, so a restore wins.
    if (shared?.link != null) tellRedis(cache.remove({ ...key, version: shared.version }));
    return UNKNOWN;
  };

  const serveStale = (name: string, shared: CachedLink | undefined): Resolution => {
    const held = memory.get(name);
    if (shared !== undefined && (held === undefined || shared.version >= held.version)) {
      const entry = memory.fill(name, shared.link, shared.version, options.staleMs);
      return { kind: 'found', entry, tier: 'stale' };
    }
    if (held === undefined) return UNAVAILABLE;
    const entry = memory.fill(name, held.link, held.version, options.staleMs);
    return { kind: 'found', entry, tier: 'stale' };
  };

  const share = async (name: string, key: LinkKey, retryAfter: number): Promise<Resolution> => {
    // A client that was slowed down has a flight of its own, so that nobody else gets its refusal.
    const flightName = retryAfter > 0 && !flights.has(name) ? `!${name}` : name;
    const running = flights.get(flightName);
    if (running !== undefined) {
      counters.sharedLookups += 1;
      return running.done;
    }
    const flight: Flight = { change: undefined, done: UNSTARTED };
    flights.set(flightName, flight);
    flight.done = lookUpUntilSettled(flight, name, key, retryAfter).finally(() => flights.delete(flightName));
    return flight.done;
  };

  /** What arrived while the answer was on its way may be newer than the answer. */
  const lookUpUntilSettled = async (
    flight: Flight,
    name: string,
    key: LinkKey,
    retryAfter: number,
  ): Promise<Resolution> => {
    for (let attempt = 1; ; attempt += 1) {
      const found = await lookUp(name, key, retryAfter);
      const { change } = flight;
      if (change === undefined || found.kind === 'slow-down') return found;
      if (found.kind === 'found' && found.entry.version >= versionOf(change)) return found;
      if (found.kind === 'unknown' && change.kind === 'upsert' && attempt < MOST_ATTEMPTS) {
        // Created a moment ago, or deleted long ago and the message late: the store tells which.
        flight.change = undefined;
        unknown.delete(name);
        continue;
      }
      if (found.kind === 'unknown') return found;
      const link = change.kind === 'upsert' ? change.link : null;
      return { kind: 'found', entry: memory.fill(name, link, versionOf(change)), tier: 'store' };
    }
  };

  const refresh = createRefresher({
    ...{ memory, cache, counters, now },
    defer: options.defer,
    lookUp: (name, link) => void share(name, link, 0).catch(() => undefined),
  });

  const peek = (name: string, at: number): Entry | undefined => {
    const entry = memory.get(name);
    if (entry === undefined || !memory.isFresh(entry, at)) return undefined;
    if (entry.refreshAt <= at && entry.link !== null) {
      // The first use starts it; should it fail, the entry just grows stale and a later use waits.
      entry.refreshAt = Infinity;
      refresh(name, entry, entry.link);
    }
    return entry;
  };

  return {
    peek,
    resolveNow(name) {
      if (options.reserved.has(name)) return UNKNOWN_HERE;
      const entry = peek(name, now());
      if (entry !== undefined) return { kind: 'found', entry, tier: 'memory' };
      return unknown.has(name) ? UNKNOWN_HERE : undefined;
    },
    lookUp(key, address) {
      return share(nameOf(key), key, limiter.waitFor(address)).then((resolution) => {
        if (resolution === UNKNOWN) limiter.miss(address);
        return resolution;
      });
    },
    apply(change) {
      const key = change.kind === 'upsert' ? change.link : change;
      const name = nameOf(key);
      counters.changes += 1;
      memory.apply(name, change);
      for (const flight of [flights.get(name), flights.get(`!${name}`)]) {
        if (flight !== undefined && versionOf(change) >= versionOf(flight.change)) flight.change = change;
      }
      if (change.kind === 'upsert') unknown.delete(name);
    },
  };
}
