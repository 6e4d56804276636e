import { createMemoryLinkCache } from '@brevia/cache';
import { describe, expect, it } from 'vitest';
import { versionOf } from '../testing/links.ts';
import { setUpResolver, settle } from '../testing/resolver.ts';

describe('tiers', () => {
  it('answer from memory for 5 s, which reading never prolongs, and then look further down (RED-3)', async () => {
    const { clock, store, asked, open, target, resolver } = setUpResolver();
    store.set('a', versionOf('a', 1));
    await open('a');
    for (let at = 0; at < 3_900; at += 100) {
      clock.now += 100;
      expect(target(await open('a'))).toBe('https://example.com/a/1');
    }
    expect(asked).toEqual(['a']);
    store.set('a', versionOf('a', 2));
    clock.now = 1_000_000 + 5_000;
    expect(resolver.peek('a', clock.now)).toBeUndefined();
    expect(target(await open('a'))).toBe('https://example.com/a/2');
  });

  it('look a hot link up again shortly before it grows stale, once, and meanwhile answer at once', async () => {
    const { clock, store, asked, open, resolver } = setUpResolver();
    store.set('a', versionOf('a'));
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
    const { clock, store, asked, open, resolver } = setUpResolver({
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
      store.set(code, versionOf(code));
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
    const { clock, store, open, target, resolver } = setUpResolver({
      cache: (now) => ({
        ...createMemoryLinkCache({ freshMs: 120_000, now }),
        areCurrent: (links) =>
          new Promise((resolve) => {
            answer = () => resolve(links.map(() => true));
          }),
      }),
    });
    store.set('a', versionOf('a'));
    await open('a');
    clock.now += 4_500;
    resolver.peek('a', clock.now);
    await settle();
    resolver.apply({ kind: 'upsert', link: versionOf('a', 2) });
    answer?.();
    await settle();
    expect(target(await open('a'))).toBe('https://example.com/a/2');
    // A message brings no freshness that was not there.
    clock.now += 600;
    expect(resolver.peek('a', clock.now)).toBeUndefined();
  });

  it('fill the ones above, so that the store is asked once (RED-3)', async () => {
    const { clock, store, asked, open, cache } = setUpResolver({
      cache: (now) => createMemoryLinkCache({ freshMs: 120_000, now }),
    });
    store.set('a', versionOf('a'));
    expect((await open('a')).kind).toBe('found');
    expect((await cache.get(versionOf('a')))?.link).toEqual(versionOf('a'));
    clock.now += 60_000;
    expect(await open('a')).toMatchObject({ tier: 'redis' });
    expect(asked).toEqual(['a']);
    clock.now += 60_000;
    expect(await open('a')).toMatchObject({ tier: 'store' });
  });

  it('make one look-up of concurrent misses (RED-3)', async () => {
    const { store, asked, open, counters } = setUpResolver();
    store.set('a', versionOf('a'));
    const all = await Promise.all(Array.from({ length: 50 }, () => open('a')));
    expect(all.every(({ kind }) => kind === 'found')).toBe(true);
    expect(asked).toEqual(['a']);
    expect(counters.sharedLookups).toBe(49);
  });

  it('never look up a path of the service itself', async () => {
    const { store, asked, open } = setUpResolver();
    store.set('healthz', versionOf('healthz'));
    expect((await open('healthz')).kind).toBe('unknown');
    expect(asked).toEqual([]);
  });
});

describe('unknown codes', () => {
  it('are remembered for a second, and a create makes them known at once', async () => {
    const { clock, store, asked, open, target, resolver } = setUpResolver();
    expect((await open('new')).kind).toBe('unknown');
    expect((await open('new')).kind).toBe('unknown');
    expect(asked).toEqual(['new']);
    store.set('new', versionOf('new'));
    resolver.apply({ kind: 'upsert', link: versionOf('new') });
    expect(target(await open('new'))).toBe('https://example.com/new/1');
    expect((await open('later')).kind).toBe('unknown');
    store.set('later', versionOf('later'));
    clock.now += 1_000;
    expect((await open('later')).kind).toBe('found');
  });

  it('neither evict links nor grow, however many there are (C240)', async () => {
    const { store, open, memory, unknown, clock } = setUpResolver({ max: 100 });
    for (let i = 0; i < 100; i += 1) {
      store.set(`real${i}`, versionOf(`real${i}`));
      await open(`real${i}`);
    }
    for (let i = 0; i < 20_000; i += 1) await open(`x${i}`, `198.51.${i % 256}.${Math.floor(i / 256)}`);
    expect(memory.size).toBe(100);
    expect(unknown.size).toBe(1_000);
    clock.now += 1;
    for (let i = 0; i < 100; i += 1) expect(await open(`real${i}`)).toMatchObject({ tier: 'memory' });
  });

  it('are refused to a client that asks for too many, before the store is asked (C222)', async () => {
    const { clock, store, asked, open } = setUpResolver();
    store.set('real', versionOf('real'));
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
    const { open } = setUpResolver();
    for (let i = 0; i < 10; i += 1) await open(`x${i}`);
    const [refused, other] = await Promise.all([open('y'), open('y', '203.0.113.2')]);
    expect([refused.kind, other.kind]).toEqual(['slow-down', 'unknown']);
  });
});
