import { createMemoryLinkCache, type LinkCache } from '@brevia/cache';
import { describe, expect, it } from 'vitest';
import { versionOf } from '../testing/links.ts';
import { setUpResolver } from '../testing/resolver.ts';

describe('with the store down (RED-7)', () => {
  it('links in memory still open, long after their freshness, and heal by themselves', async () => {
    const { clock, store, state, open, target } = setUpResolver();
    store.set('a', versionOf('a', 1));
    await open('a');
    state.isDown = true;
    clock.now += 86_400_000;
    expect(await open('a')).toMatchObject({ tier: 'stale' });
    expect(target(await open('a'))).toBe('https://example.com/a/1');
    state.isDown = false;
    store.set('a', versionOf('a', 2));
    clock.now += 1_000;
    expect(target(await open('a'))).toBe('https://example.com/a/2');
  });

  it('links in Redis still open past their freshness there', async () => {
    const { clock, store, state, open, cache } = setUpResolver({
      cache: (now) => createMemoryLinkCache({ freshMs: 120_000, now }),
    });
    await cache.put(versionOf('a'));
    store.clear();
    state.isDown = true;
    clock.now += 3_600_000;
    expect(await open('a')).toMatchObject({ kind: 'found', tier: 'stale' });
  });

  it('links in no cache are unavailable, never unknown', async () => {
    const { state, open } = setUpResolver();
    state.isDown = true;
    expect((await open('a')).kind).toBe('unavailable');
    state.isDown = false;
    expect((await open('a')).kind).toBe('unknown');
  });

  it('a store that accepts and never answers counts as down after its time', async () => {
    const { open } = setUpResolver({ find: () => new Promise(() => undefined), storeTimeoutMs: 20 });
    expect((await open('a')).kind).toBe('unavailable');
  });

  it('a Redis that fails costs nothing but the look', async () => {
    const failing: LinkCache = {
      get: () => Promise.reject(new Error('down')),
      areCurrent: () => Promise.reject(new Error('down')),
      put: () => Promise.reject(new Error('down')),
      remove: () => Promise.reject(new Error('down')),
    };
    const { store, open, counters } = setUpResolver({ cache: () => failing });
    store.set('a', versionOf('a'));
    expect((await open('a')).kind).toBe('found');
    await Promise.resolve();
    expect(counters.redisErrors).toBe(2);
  });
});
