import { expect, it } from 'vitest';
import { createMemoryLinkCache } from './memory-link-cache.ts';
import { linkCacheContract } from './testing/link-cache-contract.ts';

let codes = 0;
linkCacheContract('memory', createMemoryLinkCache, () => `c${(codes += 1)}`);

it('drops an entry at the shorter of its expiry and the longest time to keep, and a tombstone after its own', async () => {
  let now = 1_000_000;
  const cache = createMemoryLinkCache({ keepMs: 10_000, tombstoneMs: 500, now: () => now });
  const link = {
    domain: 'default',
    code: 'a',
    longUrl: 'https://example.com/',
    ownerId: null,
    permanent: false,
    forwardQuery: false,
    enabled: true,
    expiresAt: null,
    version: 1,
  };
  await cache.put(link);
  await cache.put({ ...link, code: 'b', expiresAt: now + 3_000 });
  await cache.remove({ ...link, code: 'c' });
  now += 500;
  expect(await cache.get({ domain: 'default', code: 'c' })).toBeUndefined();
  now += 2_500;
  expect(await cache.get({ domain: 'default', code: 'b' })).toBeUndefined();
  now += 6_999;
  expect(await cache.get(link)).toBeDefined();
  now += 1;
  expect(await cache.get(link)).toBeUndefined();
});
