import { engines, uniqueName } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedis, type RedisClient } from './redis.ts';
import { createLinkCache } from './redis-link-cache.ts';
import { lazyLinkCache } from './testing/lazy-link-cache.ts';
import { linkCacheContract } from './testing/link-cache-contract.ts';
import { plainLink } from './testing/plain-link.ts';

let redis: RedisClient;
beforeAll(async () => {
  redis = createRedis(engines().redisUrl, { commandTimeoutMs: 5_000 });
  await new Promise((resolve) => redis.once('ready', resolve));
});
afterAll(() => redis.disconnect());

linkCacheContract(
  'Redis',
  (options) => lazyLinkCache(() => createLinkCache(redis, options)),
  () => uniqueName('c'),
);

describe('Redis entries', () => {
  it('live for the shorter of the expiry and 24 h, so that Redis forgets them by itself (RED-3)', async () => {
    const cache = createLinkCache(redis);
    const lasting = { ...plainLink, code: uniqueName('c') };
    const ending = { ...plainLink, code: uniqueName('c'), expiresAt: Date.now() + 600_000 };
    const deleted = { ...plainLink, code: uniqueName('c') };
    await cache.put(lasting);
    await cache.put(ending);
    await cache.remove(deleted);
    const ttl = async (code: string) =>
      Math.round((await redis.pttl(`brevia:link:default/${code}`)) / 100_000);
    expect(await ttl(lasting.code)).toBe(864);
    expect(await ttl(ending.code)).toBe(6);
    expect(await redis.pttl(`brevia:link:default/${deleted.code}`)).toBeLessThanOrEqual(3_600_000);
  });

  it('that something else wrote are a miss, and are overwritten', async () => {
    const cache = createLinkCache(redis);
    const mine = { ...plainLink, code: uniqueName('c') };
    for (const strange of ['', 'x', '1 2', '1 2 {"a":1}', '1 2 [', 'NaN NaN []', '1 2 [1,2,3,4,5,6]']) {
      await redis.set(`brevia:link:default/${mine.code}`, strange);
      expect(await cache.get(mine)).toBeUndefined();
    }
    expect(await cache.put({ ...mine, version: 3 })).toBe(true);
    expect((await cache.get(mine))?.version).toBe(3);
  });

  it('are still written after Redis has forgotten its scripts', async () => {
    const cache = createLinkCache(redis);
    const mine = { ...plainLink, code: uniqueName('c') };
    await cache.put(mine);
    await redis.script('FLUSH');
    expect(await cache.put({ ...mine, version: 2 })).toBe(true);
  });
});
