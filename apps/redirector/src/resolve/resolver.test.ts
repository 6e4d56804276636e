import { createBreaker, createMemoryLinkCache, noLinkCache, type LinkCache } from '@brevia/cache';
import type { LinkKey, RedirectLink } from '@brevia/core';
import { describe, expect, it } from 'vitest';
import { createCounters } from '../metrics/counters.ts';
import { plainLink } from '../testing/links.ts';
import { createMemoryTier } from './memory-tier.ts';
import { createResolver, type Resolution } from './resolver.ts';
import { createScanLimiter } from './scan-limiter.ts';
import { createUnknownCodes } from './unknown-codes.ts';

interface Setting {
  cache?: (now: () => number) => LinkCache;
  find?: (key: LinkKey) => Promise<RedirectLink | null>;
  max?: number;
  storeTimeoutMs?: number;
}

function setUp(setting: Setting = {}) {
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
const settle = async () => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

const link = (code: string, version = 1): RedirectLink => ({
  ...plainLink,
  code,
  version,
  longUrl: `https://example.com/${code}/${version}`,
});

describe('tiers', () => {
  it('answer from memory for 5 s, which reading never prolongs, and then look further down (RED-3)', async () => {
    const { clock, store, asked, open, target, resolver } = setUp();
    store.set('a', link('a', 1));
    await open('a');
    for (let at = 0; at < 3_900; at += 100) {
      clock.now += 100;
      expect(target(await open('a'))).toBe('https://example.com/a/1');
    }
    expect(asked).toEqual(['a']);
    store.set('a', link('a', 2));
    clock.now = 1_000_000 + 5_000;
    expect(resolver.peek('a', clock.now)).toBeUndefined();
    expect(target(await open('a'))).toBe('https://example.com/a/2');
  });

  it('look a hot link up again shortly before it grows stale, once, and meanwhile answer at once', async () => {
    const { clock, store, asked, open, resolver } = setUp();
    store.set('a', link('a'));
    await open('a');
    clock.now += 4_000;
    for (let i = 0; i < 10; i += 1) expect(resolver.peek('a', clock.now)).toBeDefined();
    await settle();
    expect(asked).toEqual(['a', 'a']);
    clock.now += 4_900;
    expect(resolver.peek('a', clock.now)).toBeDefined();
  });

  it('confirm hot links by their versions, many in one look at Redis', async () => {
    const looks: number[] = [];
    const { clock, store, asked, open, resolver } = setUp({
      cache: (now) => {
        const cache = createMemoryLinkCache({ freshMs: 120_000, now });
        return {
          ...cache,
          areCurrent: (links) => {
            looks.push(links.length);
            return cache.areCurrent(links);
          },
          get: (key) => {
            looks.push(1);
            return cache.get(key);
          },
        };
      },
    });
    for (const code of ['a', 'b', 'c']) {
      store.set(code, link(code));
      await open(code);
    }
    looks.length = 0;
    asked.length = 0;
    for (let round = 0; round < 3; round += 1) {
      clock.now += 4_500;
      for (const code of ['a', 'b', 'c']) expect(resolver.peek(code, clock.now)).toBeDefined();
      await settle();
    }
    expect(looks).toEqual([3, 3, 3]);
    expect(asked).toEqual([]);
  });

  it('do not confirm what a change replaced while Redis was asked', async () => {
    let answer: (() => void) | undefined;
    const { clock, store, open, target, resolver } = setUp({
      cache: (now) => ({
        ...createMemoryLinkCache({ freshMs: 120_000, now }),
        areCurrent: (links) =>
          new Promise((resolve) => {
            answer = () => resolve(links.map(() => true));
          }),
      }),
    });
    store.set('a', link('a'));
    await open('a');
    clock.now += 4_500;
    resolver.peek('a', clock.now);
    await settle();
    resolver.apply({ kind: 'upsert', link: link('a', 2) });
    answer?.();
    await settle();
    expect(target(await open('a'))).toBe('https://example.com/a/2');
    // A message brings no freshness that was not there.
    clock.now += 600;
    expect(resolver.peek('a', clock.now)).toBeUndefined();
  });

  it('fill the ones above, so that the store is asked once (RED-3)', async () => {
    const { clock, store, asked, open, cache } = setUp({
      cache: (now) => createMemoryLinkCache({ freshMs: 120_000, now }),
    });
    store.set('a', link('a'));
    expect((await open('a')).kind).toBe('found');
    expect((await cache.get(link('a')))?.link).toEqual(link('a'));
    clock.now += 60_000;
    expect(await open('a')).toMatchObject({ tier: 'redis' });
    expect(asked).toEqual(['a']);
    clock.now += 60_000;
    expect(await open('a')).toMatchObject({ tier: 'store' });
  });

  it('make one look-up of concurrent misses (RED-3)', async () => {
    const { store, asked, open, counters } = setUp();
    store.set('a', link('a'));
    const all = await Promise.all(Array.from({ length: 50 }, () => open('a')));
    expect(all.every(({ kind }) => kind === 'found')).toBe(true);
    expect(asked).toEqual(['a']);
    expect(counters.sharedLookups).toBe(49);
  });

  it('never look up a path of the service itself', async () => {
    const { store, asked, open } = setUp();
    store.set('healthz', link('healthz'));
    expect((await open('healthz')).kind).toBe('unknown');
    expect(asked).toEqual([]);
  });
});

describe('unknown codes', () => {
  it('are remembered for a second, and a create makes them known at once', async () => {
    const { clock, store, asked, open, target, resolver } = setUp();
    expect((await open('new')).kind).toBe('unknown');
    expect((await open('new')).kind).toBe('unknown');
    expect(asked).toEqual(['new']);
    store.set('new', link('new'));
    resolver.apply({ kind: 'upsert', link: link('new') });
    expect(target(await open('new'))).toBe('https://example.com/new/1');
    expect((await open('later')).kind).toBe('unknown');
    store.set('later', link('later'));
    clock.now += 1_000;
    expect((await open('later')).kind).toBe('found');
  });

  it('neither evict links nor grow, however many there are (C240)', async () => {
    const { store, open, memory, unknown, clock } = setUp({ max: 100 });
    for (let i = 0; i < 100; i += 1) {
      store.set(`real${i}`, link(`real${i}`));
      await open(`real${i}`);
    }
    for (let i = 0; i < 20_000; i += 1) await open(`x${i}`, `198.51.${i % 256}.${Math.floor(i / 256)}`);
    expect(memory.size).toBe(100);
    expect(unknown.size).toBe(1_000);
    clock.now += 1;
    for (let i = 0; i < 100; i += 1) expect(await open(`real${i}`)).toMatchObject({ tier: 'memory' });
  });

  it('are refused to a client that asks for too many, before the store is asked (C222)', async () => {
    const { clock, store, asked, open } = setUp();
    store.set('real', link('real'));
    for (let i = 0; i < 10; i += 1) expect((await open(`x${i}`)).kind).toBe('unknown');
    expect(await open('x10')).toMatchObject({ kind: 'slow-down', retryAfter: 1 });
    expect(asked).toHaveLength(10);
    expect((await open('x10', '203.0.113.2')).kind).toBe('unknown');
    expect((await open('real', '203.0.113.2')).kind).toBe('found');
    expect((await open('real')).kind).toBe('found');
    clock.now += 1_000;
    expect((await open('x11')).kind).toBe('unknown');
  });

  it('that a slowed client shares with another do not give the other its refusal', async () => {
    const { open } = setUp();
    for (let i = 0; i < 10; i += 1) await open(`x${i}`);
    const [refused, other] = await Promise.all([open('y'), open('y', '203.0.113.2')]);
    expect([refused.kind, other.kind]).toEqual(['slow-down', 'unknown']);
  });
});

describe('an older answer never follows a newer one (RED-4)', () => {
  const late = () => {
    const waiting: ((link: RedirectLink | null) => void)[] = [];
    const setting = setUp({ find: () => new Promise((resolve) => waiting.push(resolve)) });
    return { ...setting, waiting };
  };

  it('when a change arrives while the store is being asked', async () => {
    const { open, target, resolver, waiting } = late();
    const answer = open('a');
    await Promise.resolve();
    resolver.apply({ kind: 'upsert', link: link('a', 2) });
    waiting[0]?.(link('a', 1));
    expect(target(await answer)).toBe('https://example.com/a/2');
    expect(target(await open('a'))).toBe('https://example.com/a/2');
  });

  it('when a deletion arrives while the store is being asked (C102)', async () => {
    const { open, target, resolver, waiting } = late();
    const answer = open('a');
    await Promise.resolve();
    resolver.apply({ kind: 'delete', domain: 'default', code: 'a', version: 2 });
    waiting[0]?.(link('a', 1));
    expect(target(await answer)).toBe('deleted');
  });

  it('when a create arrives while the store is being asked, and the store did not know it yet', async () => {
    const { open, target, resolver, waiting } = late();
    const answer = open('a');
    await Promise.resolve();
    resolver.apply({ kind: 'upsert', link: link('a', 1) });
    waiting[0]?.(null);
    await new Promise((resolve) => setImmediate(resolve));
    // Asked again: the message may as well be late, and the link deleted since.
    waiting[1]?.(link('a', 1));
    expect(target(await answer)).toBe('https://example.com/a/1');
  });

  it('when Redis is behind what this process was told', async () => {
    const { clock, store, open, target, resolver, cache } = setUp({
      cache: (now) => createMemoryLinkCache({ freshMs: 120_000, now }),
    });
    store.set('a', link('a', 1));
    await open('a');
    resolver.apply({ kind: 'upsert', link: link('a', 2) });
    store.set('a', link('a', 2));
    clock.now += 5_000;
    expect((await cache.get(link('a')))?.version).toBe(1);
    expect(target(await open('a'))).toBe('https://example.com/a/2');
    expect((await cache.get(link('a')))?.version).toBe(2);
  });

  it('when messages were lost: nothing in memory is fresh any more after a gap', async () => {
    const { clock, store, open, target, memory } = setUp();
    store.set('a', link('a', 1));
    await open('a');
    store.set('a', link('a', 2));
    clock.now += 10;
    expect(target(await open('a'))).toBe('https://example.com/a/1');
    memory.distrust();
    expect(target(await open('a'))).toBe('https://example.com/a/2');
  });

  it('when Redis missed a deletion: the store decides, and Redis is told', async () => {
    const { clock, store, open, cache } = setUp({
      cache: (now) => createMemoryLinkCache({ freshMs: 120_000, now }),
    });
    store.set('a', link('a', 3));
    await open('a');
    store.delete('a');
    clock.now += 120_000;
    expect((await open('a')).kind).toBe('unknown');
    expect(await cache.get(link('a'))).toMatchObject({ link: null, version: 3 });
  });
});

describe('with the store down (RED-7)', () => {
  it('links in memory still open, long after their freshness, and heal by themselves', async () => {
    const { clock, store, state, open, target } = setUp();
    store.set('a', link('a', 1));
    await open('a');
    state.isDown = true;
    clock.now += 86_400_000;
    expect(await open('a')).toMatchObject({ tier: 'stale' });
    expect(target(await open('a'))).toBe('https://example.com/a/1');
    state.isDown = false;
    store.set('a', link('a', 2));
    clock.now += 1_000;
    expect(target(await open('a'))).toBe('https://example.com/a/2');
  });

  it('links in Redis still open past their freshness there', async () => {
    const { clock, store, state, open, cache } = setUp({
      cache: (now) => createMemoryLinkCache({ freshMs: 120_000, now }),
    });
    await cache.put(link('a'));
    store.clear();
    state.isDown = true;
    clock.now += 3_600_000;
    expect(await open('a')).toMatchObject({ kind: 'found', tier: 'stale' });
  });

  it('links in no cache are unavailable, never unknown', async () => {
    const { state, open } = setUp();
    state.isDown = true;
    expect((await open('a')).kind).toBe('unavailable');
    state.isDown = false;
    expect((await open('a')).kind).toBe('unknown');
  });

  it('a store that accepts and never answers counts as down after its time', async () => {
    const { open } = setUp({ find: () => new Promise(() => undefined), storeTimeoutMs: 20 });
    expect((await open('a')).kind).toBe('unavailable');
  });

  it('a Redis that fails costs nothing but the look', async () => {
    const failing: LinkCache = {
      get: () => Promise.reject(new Error('down')),
      areCurrent: () => Promise.reject(new Error('down')),
      put: () => Promise.reject(new Error('down')),
      remove: () => Promise.reject(new Error('down')),
    };
    const { store, open, counters } = setUp({ cache: () => failing });
    store.set('a', link('a'));
    expect((await open('a')).kind).toBe('found');
    await Promise.resolve();
    expect(counters.redisErrors).toBe(2);
  });
});
