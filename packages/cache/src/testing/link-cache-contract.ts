import type { RedirectLink } from '@brevia/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_AGE, type LinkCache, type LinkCacheOptions } from '../link-cache.ts';

const base: RedirectLink = {
  domain: 'default',
  code: 'abc',
  longUrl: 'https://example.com/?a=%20b#c d',
  ownerId: 'w1',
  permanent: false,
  forwardQuery: true,
  enabled: true,
  expiresAt: null,
  version: 1,
};

/** What every link cache must do; each adapter runs this suite. `create` gives a cache with its own clock. */
export function linkCacheContract(
  name: string,
  create: (options: LinkCacheOptions) => LinkCache,
  newCode: () => string,
): void {
  const start = Date.now();
  const setUp = () => {
    const clock = { now: start };
    const cache = create({ freshMs: 1_000, keepMs: 10_000, tombstoneMs: 500, now: () => clock.now });
    return { clock, cache, link: { ...base, code: newCode() } };
  };

  describe(`${name} link cache`, () => {
    it('knows nothing of a link that it never saw', async () => {
      const { cache, link } = setUp();
      expect(await cache.get(link)).toBeUndefined();
    });

    it('gives back every field of a link as it was put', async () => {
      const { cache, link, clock } = setUp();
      const odd = {
        ...link,
        ownerId: null,
        longUrl: 'https://example.com/a b\n"\\/%E2%82%AC?x=\u20ac',
        permanent: true,
        forwardQuery: false,
        enabled: false,
        expiresAt: start + 5_000,
        version: 9_007_199_254_740_991,
      };
      expect(await cache.put(odd)).toBe(true);
      expect(await cache.get(link)).toEqual({
        link: odd,
        version: odd.version,
        readAt: clock.now,
        fresh: true,
      });
    });

    it('keeps an entry past its freshness, and says so, and reading it does not renew it', async () => {
      const { cache, link, clock } = setUp();
      await cache.put(link);
      for (const at of [0, 400, 800, 999]) {
        clock.now = start + at;
        expect((await cache.get(link))?.fresh).toBe(true);
      }
      clock.now = start + 1_000;
      expect(await cache.get(link)).toMatchObject({ link, fresh: false });
    });

    it('tells of many at once which are held in this version, alive and fresh', async () => {
      const { cache, link, clock } = setUp();
      const named = Object.fromEntries(
        ['current', 'newer', 'older', 'deleted', 'old'].map((name) => [
          name,
          { ...link, code: `${link.code}${name}`, version: 12 },
        ]),
      ) as Record<'current' | 'newer' | 'older' | 'deleted' | 'old', RedirectLink>;
      await cache.put(named.old, clock.now - 400);
      clock.now += 600;
      await cache.put(named.current);
      await cache.put({ ...named.newer, version: 123 });
      await cache.put({ ...named.older, version: 1 });
      await cache.remove(named.deleted);
      const { current, newer, older, deleted, old } = named;
      const answer = await cache.areCurrent([newer, current, older, deleted, link, old, current]);
      expect(answer).toEqual([false, true, false, false, false, false, true]);
      expect(await cache.areCurrent([])).toEqual([]);
    });

    it('counts freshness from when the store was asked, not from when the fill arrived', async () => {
      const { cache, link, clock } = setUp();
      await cache.put(link, clock.now - 400);
      clock.now += 700;
      expect((await cache.get(link))?.fresh).toBe(false);
    });

    it('is renewed by a later reading of the same version, never made older by an earlier one', async () => {
      const { cache, link, clock } = setUp();
      await cache.put(link);
      clock.now += 450;
      expect(await cache.put(link)).toBe(true);
      expect(await cache.put(link, start)).toBe(true);
      clock.now += 900;
      expect((await cache.get(link))?.fresh).toBe(true);
    });

    it('never replaces a newer version by an older one (RED-4)', async () => {
      const { cache, link } = setUp();
      await cache.put({ ...link, version: 10, longUrl: 'https://new.example/' });
      expect(await cache.put({ ...link, version: 9 })).toBe(false);
      expect((await cache.get(link))?.link?.longUrl).toBe('https://new.example/');
    });

    it('remembers a deletion, so that a slow fill with the old row is refused (C102)', async () => {
      const { cache, link } = setUp();
      await cache.put({ ...link, version: 4 });
      expect(await cache.remove({ ...link, version: 5 })).toBe(true);
      expect(await cache.put({ ...link, version: 4 })).toBe(false);
      expect(await cache.put({ ...link, version: 5 })).toBe(false);
      expect(await cache.get(link)).toMatchObject({ link: null, version: 5, fresh: true });
    });

    it('takes a restored link over its tombstone, and then refuses the late deletion', async () => {
      const { cache, link } = setUp();
      await cache.remove({ ...link, version: 5 });
      expect(await cache.put({ ...link, version: 6 })).toBe(true);
      expect(await cache.remove({ ...link, version: 5 })).toBe(false);
      expect((await cache.get(link))?.link?.version).toBe(6);
    });

    it('refuses a fill that is older than a deletion is remembered', async () => {
      const { cache, link, clock } = setUp();
      expect(await cache.put(link, clock.now - 501)).toBe(false);
      expect(await cache.get(link)).toBeUndefined();
    });

    it('never takes for fresh what may be of any age, and neither a deletion past its freshness', async () => {
      const { cache, link, clock } = setUp();
      expect(await cache.put(link, UNKNOWN_AGE)).toBe(true);
      expect(await cache.get(link)).toMatchObject({ link, fresh: false });
      expect(await cache.put(link)).toBe(true);
      expect((await cache.get(link))?.fresh).toBe(true);
      const other = { ...link, code: newCode() };
      await cache.remove(other);
      clock.now += 1_000;
      expect((await cache.get(other))?.fresh ?? false).toBe(false);
    });

    it('replaces a running link by its expired version too', async () => {
      const { cache, link, clock } = setUp();
      await cache.put(link);
      const expired = { ...link, version: 2, expiresAt: clock.now - 1 };
      expect(await cache.put(expired)).toBe(true);
      expect((await cache.get(link))?.link?.expiresAt).toBe(clock.now - 1);
    });

    it('keeps links of different domains apart', async () => {
      const { cache, link } = setUp();
      await cache.put(link);
      expect(await cache.get({ domain: 'other', code: link.code })).toBeUndefined();
    });

    it('holds the newest version whatever the order of writes', async () => {
      const { cache, link } = setUp();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ version: fc.integer({ min: 1, max: 6 }), deleted: fc.boolean() }), {
            minLength: 1,
          }),
          async (writes) => {
            const mine = { ...link, code: newCode() };
            for (const { version, deleted } of writes) {
              if (deleted) await cache.remove({ ...mine, version });
              else await cache.put({ ...mine, version });
            }
            const newest = Math.max(...writes.map(({ version }) => version));
            const deleted = writes.some((write) => write.version === newest && write.deleted);
            const held = await cache.get(mine);
            expect(held?.version).toBe(newest);
            expect(held?.link === null).toBe(deleted);
          },
        ),
        { numRuns: 100 },
      );
    });
  });
}
