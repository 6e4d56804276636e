import { createMemoryLinkCache } from '@brevia/cache';
import type { RedirectLink } from '@brevia/core';
import { describe, expect, it } from 'vitest';
import { versionOf } from '../testing/links.ts';
import { setUpResolver } from '../testing/resolver.ts';

describe('an older answer never follows a newer one (RED-4)', () => {
  const late = () => {
    const waiting: ((link: RedirectLink | null) => void)[] = [];
    const setting = setUpResolver({ find: () => new Promise((resolve) => waiting.push(resolve)) });
    return { ...setting, waiting };
  };

  it('when a change arrives while the store is being asked', async () => {
    const { open, target, resolver, waiting } = late();
    const answer = open('a');
    await Promise.resolve();
    resolver.apply({ kind: 'upsert', link: versionOf('a', 2) });
    waiting[0]?.(versionOf('a', 1));
    expect(target(await answer)).toBe('https://example.com/a/2');
    expect(target(await open('a'))).toBe('https://example.com/a/2');
  });

  it('when a deletion arrives while the store is being asked (C102)', async () => {
    const { open, target, resolver, waiting } = late();
    const answer = open('a');
    await Promise.resolve();
    resolver.apply({ kind: 'delete', domain: 'default', code: 'a', version: 2 });
    waiting[0]?.(versionOf('a', 1));
    expect(target(await answer)).toBe('deleted');
  });

  it('when a create arrives while the store is being asked, and the store did not know it yet', async () => {
    const { open, target, resolver, waiting } = late();
    const answer = open('a');
    await Promise.resolve();
    resolver.apply({ kind: 'upsert', link: versionOf('a', 1) });
    waiting[0]?.(null);
    await new Promise((resolve) => setImmediate(resolve));
    // Asked again: the message may as well be late, and the link deleted since.
    waiting[1]?.(versionOf('a', 1));
    expect(target(await answer)).toBe('https://example.com/a/1');
  });

  it('when Redis is behind what this process was told', async () => {
    const { clock, store, open, target, resolver, cache } = setUpResolver({
      cache: (now) => createMemoryLinkCache({ freshMs: 120_000, now }),
    });
    store.set('a', versionOf('a', 1));
    await open('a');
    resolver.apply({ kind: 'upsert', link: versionOf('a', 2) });
    store.set('a', versionOf('a', 2));
    clock.now += 5_000;
    expect((await cache.get(versionOf('a')))?.version).toBe(1);
    expect(target(await open('a'))).toBe('https://example.com/a/2');
    expect((await cache.get(versionOf('a')))?.version).toBe(2);
  });

  it('when messages were lost: nothing in memory is fresh any more after a gap', async () => {
    const { clock, store, open, target, memory } = setUpResolver();
    store.set('a', versionOf('a', 1));
    await open('a');
    store.set('a', versionOf('a', 2));
    clock.now += 10;
    expect(target(await open('a'))).toBe('https://example.com/a/1');
    memory.distrust();
    expect(target(await open('a'))).toBe('https://example.com/a/2');
  });

  it('when Redis missed a deletion: the store decides, and Redis is told', async () => {
    const { clock, store, open, cache } = setUpResolver({
      cache: (now) => createMemoryLinkCache({ freshMs: 120_000, now }),
    });
    store.set('a', versionOf('a', 3));
    await open('a');
    store.delete('a');
    clock.now += 120_000;
    expect((await open('a')).kind).toBe('unknown');
    expect(await cache.get(versionOf('a'))).toMatchObject({ link: null, version: 3 });
  });
});
