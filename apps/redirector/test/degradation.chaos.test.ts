import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinkCache, createRedis } from '@brevia/cache';
import type { RedirectLink } from '@brevia/core';
import { startPostgres, startRedis, type Engine } from '@brevia/engines';
import { startProxy, waitFor, type Proxy } from '@brevia/engines/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBed, openLinkStore, type Bed, type LinkStore } from '../src/testing/bed.ts';
import { plainLink } from '../src/testing/links.ts';
import { startLoad, type Load } from '../src/testing/load.ts';

// Real engines of its own, killed, restarted, slowed and silenced under load (RED-7). Visitors must never see more of it
// than the requirement allows, and everything must heal without a restart of the redirector.

const folder = mkdtempSync(join(tmpdir(), 'brevia-chaos-'));
let postgres: Engine;
let redis: Engine;
let store: LinkStore;
let links: RedirectLink[];
const startStore = (port = 0) => startPostgres({ dataDir: join(folder, 'postgres'), durable: false, port });
const startCache = (port = 0) => startRedis({ dataDir: join(folder, 'redis'), durable: false, port });

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startStore(), startCache()]);
  store = await openLinkStore(postgres.url);
  links = await Promise.all(Array.from({ length: 20 }, () => store.insert()));
});
afterAll(async () => {
  await store.close();
  await Promise.all([postgres.kill(), redis.kill()]);
  rmSync(folder, { recursive: true, force: true });
});

let bed: Bed | undefined;
let load: Load | undefined;
let proxies: Proxy[] = [];
afterEach(async () => {
  await load?.stop();
  await bed?.stop();
  await Promise.all(proxies.map((proxy) => proxy.close()));
  [load, bed, proxies] = [undefined, undefined, []];
});

const paths = () => `/${links[Math.floor(Math.random() * links.length)]!.code}`;
const begin = async (overrides: Parameters<typeof openBed>[0] = {}) => {
  const opened = await openBed({ databaseUrl: postgres.url, redisUrls: [redis.url], ...overrides });
  bed = opened;
  const started = startLoad(opened.url, paths);
  load = started;
  await waitFor(() => started.count(302) > 200, { timeoutMs: 30_000 });
  return { bed: opened, load: started };
};
const through = async (target: string) => {
  const proxy = await startProxy({ target });
  proxies.push(proxy);
  return proxy;
};
const more = (running: Load, count: number) => {
  const from = running.count(302);
  return waitFor(() => running.count(302) >= from + count, { timeoutMs: 30_000 });
};
const forAWhile = (ms: number) => {
  const end = Date.now() + ms;
  return waitFor(() => Date.now() >= end, { timeoutMs: ms + 5_000 });
};
const statusOf = async (path: string) => (await fetch(`${bed!.url}${path}`, { redirect: 'manual' })).status;
const degraded = async () =>
  ((await (await fetch(`${bed!.url}/readyz`)).json()) as { degraded: string[] }).degraded;
const onlyRedirects = (running: Load) => {
  expect([...running.statuses.keys()]).toEqual([302]);
  expect(running.broken).toBe(0);
};

describe('Redis', () => {
  it('killed under load: links come from the store, and from Redis again when it is back', async () => {
    const { load: running } = await begin();
    const port = redis.port;
    await redis.kill();
    await waitFor(async () => (await degraded()).includes('redis'));
    await forAWhile(6_000);
    await more(running, 200);
    // A link that no cache holds.
    expect(await statusOf(`/${(await store.insert()).code}`)).toBe(302);
    redis = await startCache(port);
    await waitFor(async () => (await degraded()).length === 0, { timeoutMs: 20_000 });
    // A link that only Redis knows opens: it is asked again.
    const client = createRedis(redis.url, { commandTimeoutMs: 5_000 });
    await waitFor(() => createLinkCache(client).put({ ...plainLink, code: 'onlyredis' }));
    expect(await statusOf('/onlyredis')).toBe(302);
    client.disconnect();
    onlyRedirects(running);
  });

  it('that accepts and never answers costs a visitor a tenth of a second at most, and soon nothing', async () => {
    const proxy = await through(redis.url);
    const { load: running } = await begin({ redisUrls: [proxy.url] });
    await proxy.blackhole();
    await waitFor(async () => (await degraded()).includes('redis'));
    const fresh = await Promise.all(Array.from({ length: 20 }, () => store.insert()));
    const waits: number[] = [];
    for (const { code } of fresh) {
      const started = performance.now();
      expect(await statusOf(`/${code}`)).toBe(302);
      waits.push(performance.now() - started);
    }
    // All but the few that the breaker sends to try.
    waits.sort((a, b) => a - b);
    expect(waits[10]).toBeLessThan(75);
    await proxy.pass();
    await waitFor(async () => (await degraded()).length === 0, { timeoutMs: 20_000 });
    onlyRedirects(running);
  });

  it('that answers slowly is waited for no longer than its time', async () => {
    const proxy = await through(redis.url);
    const { load: running } = await begin({ redisUrls: [proxy.url] });
    await proxy.delay(300);
    await forAWhile(6_000);
    await more(running, 200);
    await proxy.pass();
    onlyRedirects(running);
  });
});

describe('the link store', () => {
  it('killed for longer than any freshness: cached links go on, others get 503, never 404, and all heals', async () => {
    const cachedOnly = await store.insert();
    const { load: running } = await begin();
    expect(await statusOf(`/${cachedOnly.code}`)).toBe(302);
    await more(running, 500);
    const port = postgres.port;
    await postgres.kill();
    await waitFor(async () => (await degraded()).includes('store'));
    await forAWhile(7_000);
    await more(running, 200);
    expect(await statusOf('/nosuchx')).toBe(503);
    expect(await statusOf(`/${cachedOnly.code}`)).toBe(302);
    postgres = await startStore(port);
    await waitFor(async () => (await statusOf('/nosuchx')) === 404, { timeoutMs: 20_000 });
    await waitFor(async () => (await degraded()).length === 0, { timeoutMs: 20_000 });
    onlyRedirects(running);
  });

  it('that accepts and never answers: cached links go on at once, others get 503 within two seconds', async () => {
    const proxy = await through(postgres.url);
    const { load: running } = await begin({ databaseUrl: proxy.url });
    await more(running, 200);
    await proxy.blackhole();
    const started = performance.now();
    expect(await statusOf('/nosuchy')).toBe(503);
    expect(performance.now() - started).toBeLessThan(2_500);
    await forAWhile(7_000);
    await more(running, 200);
    await proxy.pass();
    await waitFor(async () => (await statusOf('/nosuchy')) === 404, { timeoutMs: 20_000 });
    onlyRedirects(running);
  });
});

describe('Redis and the link store', () => {
  it('both away from the start: nothing waits for them, and links open when they come', async () => {
    const [storeProxy, redisProxy] = [await through(postgres.url), await through(redis.url)];
    await Promise.all([storeProxy.refuse(), redisProxy.refuse()]);
    bed = await openBed({ databaseUrl: storeProxy.url, redisUrls: [redisProxy.url] });
    expect(await statusOf('/healthz')).toBe(200);
    expect(await statusOf(paths())).toBe(503);
    await Promise.all([storeProxy.pass(), redisProxy.pass()]);
    await waitFor(async () => (await statusOf(paths())) === 302, { timeoutMs: 20_000 });
    await waitFor(async () => (await degraded()).length === 0, { timeoutMs: 20_000 });
  });

  it('both killed: links in memory go on for longer than their freshness', async () => {
    const { load: running } = await begin();
    await more(running, 500);
    const ports = [postgres.port, redis.port];
    await Promise.all([postgres.kill(), redis.kill()]);
    await forAWhile(7_000);
    await more(running, 200);
    [postgres, redis] = await Promise.all([startStore(ports[0]), startCache(ports[1])]);
    await waitFor(async () => (await degraded()).length === 0, { timeoutMs: 20_000 });
    onlyRedirects(running);
  });
});
