import { createLinkCache, createRedis, type RedisClient } from '@brevia/cache';
import type { RedirectLink } from '@brevia/core';
import { engines, startProxy, uniqueName, waitFor, type Proxy } from '@brevia/engines/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openBed, openLinkStore, type Bed, type LinkStore } from '../src/testing/bed.ts';
import { plainLink } from '../src/testing/links.ts';

// What real Redis keeps for the time when the link store can't answer. A day is not waited for: the entry that was written
// is put back as it will be then, read so much earlier and with so much less of its life left.

const HOUR = 3_600_000;
let redis: RedisClient;
let store: LinkStore;
let proxy: Proxy;
let bed: Bed;

beforeAll(async () => {
  redis = createRedis(engines().redisUrl, { commandTimeoutMs: 5_000 });
  store = await openLinkStore();
  proxy = await startProxy({ target: store.url });
  await proxy.refuse();
  await waitFor(() => redis.ping());
});
afterAll(async () => {
  redis.disconnect();
  await proxy.close();
  await store.close();
});
/** One that has just been started, so its memory holds nothing. */
const openEmpty = async () => {
  const opened = await openBed({ databaseUrl: proxy.url, redisUrls: [engines().redisUrl] });
  onTestFinished(() => opened.stop());
  await waitFor(async () => (await (await fetch(`${opened.url}/readyz`)).text()).includes('"redis":"up"'));
  return opened;
};
beforeEach(async () => void (bed = await openEmpty()));

const newLink = (given: Partial<RedirectLink> = {}): RedirectLink => {
  const code = uniqueName('s').replaceAll('_', '').slice(0, 20);
  return { ...plainLink, code, longUrl: `https://example.com/${code}`, ...given };
};
const keyOf = ({ code }: RedirectLink) => `brevia:link:default/${code}`;
const visit = async (link: RedirectLink, at: Bed = bed) => {
  const answer = await fetch(`${at.url}/${link.code}`, { redirect: 'manual' });
  if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  return answer.headers.get('location') ?? answer.status;
};

/** Puts a link and lets time pass for it, up to `leftMs` before Redis forgets it. @returns its whole life in ms */
async function putLongAgo(link: RedirectLink, leftMs: number): Promise<number> {
  expect(await createLinkCache(redis).put(link)).toBe(true);
  const life = await redis.pttl(keyOf(link));
  const [version, readAt, ...payload] = ((await redis.get(keyOf(link))) ?? '').split(' ');
  const then = [version, Number(readAt) - (life - leftMs), ...payload].join(' ');
  await redis.set(keyOf(link), then, 'PX', leftMs);
  return life;
}

describe('Redis, while the link store is away (RED-3, RED-7)', () => {
  it('holds a link for 24 h: a redirector that was just started still serves it, and not after that', async () => {
    const [visited, unvisited] = [newLink(), newLink()];
    for (const link of [visited, unvisited]) {
      const life = await putLongAgo(link, 2_500);
      expect(life).toBeGreaterThan(24 * HOUR - 5_000);
      expect(life).toBeLessThanOrEqual(24 * HOUR);
    }
    expect(await visit(visited)).toBe(visited.longUrl);
    expect(await bed.metric('redirector_lookups_total{lane="slow",tier="stale"}')).toBe(1);
    // Serving it gives it no more time.
    expect(await redis.pttl(keyOf(visited))).toBeLessThanOrEqual(2_500);
    await waitFor(async () => (await redis.exists(keyOf(visited), keyOf(unvisited))) === 0);
    expect(await visit(unvisited)).toBe(503);
    // Memory has no clock of its own for this: it goes on as long as there is room.
    expect(await visit(visited)).toBe(visited.longUrl);
    expect(await visit(visited, await openEmpty())).toBe(503);
  });

  it('holds a link that ends after more than a day for 24 h, and one that ends sooner until then', async () => {
    const [far, near] = [
      newLink({ expiresAt: Date.now() + 72 * HOUR }),
      newLink({ expiresAt: Date.now() + 2 * HOUR }),
    ];
    expect(await putLongAgo(far, 60_000)).toBeGreaterThan(24 * HOUR - 5_000);
    const life = await putLongAgo(near, 60_000);
    expect(life).toBeGreaterThan(2 * HOUR - 5_000);
    expect(life).toBeLessThanOrEqual(2 * HOUR);
    expect(await visit(far)).toBe(far.longUrl);
    expect(await visit(near)).toBe(near.longUrl);
  });

  it('never serves a link past its end, although it still holds it', async () => {
    const ending = newLink({ expiresAt: Date.now() + 1_500 });
    await createLinkCache(redis).put(ending);
    expect(await visit(ending)).toBe(ending.longUrl);
    await waitFor(async () => (await visit(ending)) === 410, { timeoutMs: 3_000 });
    expect(Date.now()).toBeGreaterThanOrEqual(ending.expiresAt ?? 0);
    expect(await redis.exists(keyOf(ending))).toBe(1);
    expect(await visit(ending, await openEmpty())).toBe(410);
  });

  it('answers 503 for what it never held, and 404 for what it knows to be deleted', async () => {
    const deleted = newLink();
    await createLinkCache(redis).remove(deleted);
    expect(await visit(deleted)).toBe(404);
    expect(await visit(newLink())).toBe(503);
  });
});
