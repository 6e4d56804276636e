import { createRedis, type RedisClient } from '@brevia/cache';
import type { RedirectLink } from '@brevia/core';
import { engines, startProxy, waitFor } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBed, openLinkStore, type Bed, type LinkStore } from '../src/testing/bed.ts';
import { announce, soon } from '../src/testing/changes.ts';

let store: LinkStore;
let redis: RedisClient;
let beds: Bed[];

beforeAll(async () => {
  store = await openLinkStore();
  redis = createRedis(engines().redisUrl, { commandTimeoutMs: 5_000 });
  const config = { databaseUrl: store.url, redisUrls: [engines().redisUrl] };
  beds = [await openBed(config), await openBed(config)];
  await waitFor(async () => (await redis.ping()) === 'PONG');
});
afterAll(async () => {
  await Promise.all(beds.map((bed) => bed.stop()));
  redis.disconnect();
  await store.close();
});

const visit = async (bed: Bed, link: RedirectLink) => {
  const answer = await fetch(`${bed.url}/${link.code}`, { redirect: 'manual' });
  return answer.headers.get('location') ?? answer.status;
};
const everywhere = (link: RedirectLink) => Promise.all(beds.map((bed) => visit(bed, link)));

describe('a change in this region (RED-4)', () => {
  it('of the target is seen by every redirector at once, however warm', async () => {
    const link = await store.insert();
    for (let i = 0; i < 3; i += 1) expect(await everywhere(link)).toEqual([link.longUrl, link.longUrl]);
    const changed = await store.update({ ...link, longUrl: 'https://example.com/changed' });
    await announce(redis, { kind: 'upsert', link: changed });
    await waitFor(async () => (await everywhere(link)).every((seen) => seen === changed.longUrl), soon);
  });

  it('deletion, disabling, expiry and restoring are seen at once, warm and cold (C101, C102, C104)', async () => {
    const warm = await store.insert();
    const cold = await store.insert();
    await everywhere(warm);
    for (const link of [warm, cold]) {
      const { version } = await store.remove(link);
      await announce(redis, { kind: 'delete', domain: link.domain, code: link.code, version });
      await waitFor(async () => (await everywhere(link)).every((seen) => seen === 404), soon);
      const restored = await store.update({ ...link, version });
      await announce(redis, { kind: 'upsert', link: restored });
      await waitFor(async () => (await everywhere(link)).every((seen) => seen === link.longUrl), soon);
      const disabled = await store.update({ ...restored, enabled: false });
      await announce(redis, { kind: 'upsert', link: disabled });
      await waitFor(async () => (await everywhere(link)).every((seen) => seen === 404), soon);
      const ended = await store.update({ ...disabled, enabled: true, expiresAt: Date.now() - 1 });
      await announce(redis, { kind: 'upsert', link: ended });
      await waitFor(async () => (await everywhere(link)).every((seen) => seen === 410), soon);
    }
  });

  it('a create is usable at once, also where its code was asked for a moment before', async () => {
    const code = `early${Date.now().toString(36)}`;
    expect(await everywhere({ code } as RedirectLink)).toEqual([404, 404]);
    const link = await store.insert({ code });
    await announce(redis, { kind: 'upsert', link });
    await waitFor(async () => (await everywhere(link)).every((seen) => seen === link.longUrl), soon);
  });
});

describe('a change that nobody hears of', () => {
  it('is seen as soon as the subscription is back, for nothing that was cached before a gap counts as fresh', async () => {
    const proxy = await startProxy({ target: engines().redisUrl });
    const bed = await openBed({ databaseUrl: store.url, redisUrls: [proxy.url] });
    const link = await store.insert();
    await waitFor(async () => (await (await fetch(`${bed.url}/readyz`)).text()).includes('"redis":"up"'));
    expect(await visit(bed, link)).toBe(link.longUrl);
    await proxy.refuse();
    const changed = await store.update({ ...link, longUrl: 'https://example.com/unheard' });
    await announce(redis, { kind: 'upsert', link: changed });
    await proxy.pass();
    await waitFor(async () => (await bed.metric('redirector_events_total{event="subscription_gap"}')) > 0);
    expect(await visit(bed, link)).toBe(changed.longUrl);
    await bed.stop();
    await proxy.close();
  });

  it('without Redis is seen within a second or so', async () => {
    const bed = await openBed({ databaseUrl: store.url });
    const link = await store.insert();
    expect(await visit(bed, link)).toBe(link.longUrl);
    const changed = await store.update({ ...link, longUrl: 'https://example.com/alone' });
    await waitFor(async () => (await visit(bed, link)) === changed.longUrl, { timeoutMs: 3_000 });
    await bed.stop();
  });
});
