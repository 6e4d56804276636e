import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedis, type RedisClient } from '@brevia/cache';
import { freePort, startKafka, startPostgres, startRedis, type Engine } from '@brevia/engines';
import { startProxy, waitFor, type Proxy } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLinkStore, type LinkStore } from '../src/testing/bed.ts';
import { expectChangesAtOnce } from '../src/testing/changes.ts';
import { readTopic } from '../src/testing/topic.ts';
import { pass, startTrial, type Trial } from '../src/testing/trial.ts';

// Real Kafka behind a proxy that it names as its own address, so that it can be slow and silent as well as dead; and all
// engines away at once (RED-7). The redirector is never restarted. Each redirect is a click, published or dropped.

const folder = mkdtempSync(join(tmpdir(), 'brevia-chaos-'));
type Name = 'postgres' | 'redis' | 'kafka';
let proxy: Proxy;
let ports: Record<Name, number>;
let store: LinkStore;
let databaseUrl: string;
let api: RedisClient;

const running = new Map<Name, Engine>();
const place = (name: Name) => ({
  dataDir: join(folder, name),
  port: ports[name],
  // A link that was inserted just before a kill must be there afterwards.
  durable: name === 'postgres',
});
const starts: Record<Name, () => Promise<Engine>> = {
  postgres: () => startPostgres(place('postgres')),
  redis: () => startRedis(place('redis')),
  kafka: () => startKafka({ ...place('kafka'), advertisedPort: proxy.port }),
};
/** Starts those that do not run. */
const startAll = (names: readonly Name[] = ['postgres', 'redis', 'kafka']) =>
  Promise.all(names.map(async (name) => void (running.has(name) || running.set(name, await starts[name]()))));
const killAll = async () => {
  const engines = [...running.values()];
  running.clear();
  await Promise.all(engines.map((engine) => engine.kill()));
};

beforeAll(async () => {
  ports = { postgres: await freePort(), redis: await freePort(), kafka: await freePort() };
  proxy = await startProxy({ target: `127.0.0.1:${ports.kafka}` });
  await startAll(['postgres']);
  databaseUrl = running.get('postgres')!.url;
  store = await openLinkStore(databaseUrl);
  api = createRedis(`redis://127.0.0.1:${ports.redis}`, { commandTimeoutMs: 2_000 });
});
afterAll(async () => {
  api.disconnect();
  await store.close();
  await killAll();
  await proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A redirector under load. It has links of its own, so that its clicks can be told from others in the topic. */
const begin = async (
  options: {
    engines?: readonly Name[];
    /** Done before the redirector starts. */
    first?: () => Promise<unknown>;
    warm?: number;
    limits?: { maxPendingClicks: number };
  } = {},
) => {
  await startAll(options.engines);
  const links = await Promise.all(Array.from({ length: 20 }, () => store.insert()));
  await options.first?.();
  const config = {
    databaseUrl,
    redisUrls: [`redis://127.0.0.1:${ports.redis}`],
    kafkaBrokers: [`127.0.0.1:${proxy.port}`],
  };
  return startTrial({ config, links, ...options });
};
/** The way to Kafka is open, and clicks have gone it. */
const awaitPublished = async (trial: Trial, count = 1) => {
  const before = await outcome(trial, 'published');
  await waitFor(async () => (await outcome(trial, 'published')) >= before + count, { timeoutMs: 60_000 });
};
const outcome = ({ bed }: Trial, kind: 'published' | 'dropped') =>
  bed.metric(`redirector_clicks_total{outcome="${kind}"}`);
const waiting = ({ bed }: Trial) => bed.metric('redirector_clicks_waiting');
const breakerOpen = ({ bed }: Trial) => bed.metric('redirector_breaker_open{dependency="clicks"}');

/** Ends the load; each of its redirects was a click that is in the topic once, or was counted as dropped. */
async function expectEveryClickCounted(trial: Trial): Promise<void> {
  await trial.load.stop();
  await waitFor(async () => (await waiting(trial)) === 0, {
    timeoutMs: 60_000,
    what: 'clicks to be done with',
  });
  const published = await outcome(trial, 'published');
  expect(published + (await outcome(trial, 'dropped'))).toBe(trial.redirects());
  const clicks = (await readTopic(`127.0.0.1:${proxy.port}`)).filter(({ code }) => trial.codes.has(code));
  expect(clicks).toHaveLength(published);
  expect(new Set(clicks.map(({ id }) => id)).size).toBe(published);
}

describe('Redis, the link store and Kafka', () => {
  it('all away at the start: 503 for every link, never a 404; and all is well when they come (C228, C229)', async () => {
    const trial = await begin({ engines: ['postgres'], first: killAll, warm: 0 });
    await waitFor(async () => (await trial.degraded()).length === 3, { timeoutMs: 20_000 });
    for (const code of trial.codes) expect(await trial.visit(code)).toBe(503);
    await startAll();
    await trial.more(500);
    await trial.healed();
    expect([...trial.load.statuses.keys()].sort()).toEqual([302, 503]);
    expect(trial.load.broken).toBe(0);
    await expectChangesAtOnce(trial.visit, { store, redis: api });
    await expectEveryClickCounted(trial);
    expect(await outcome(trial, 'dropped')).toBe(0);
  });

  it('all killed at once under load: what memory holds goes on, what no cache holds gets 503, and all heals', async () => {
    const limits = { maxPendingClicks: 2_000 };
    const trial = await begin({ limits });
    const [visited, unvisited] = [await store.insert(), await store.insert()];
    expect(await trial.visit(visited.code)).toBe(visited.longUrl);
    await killAll();
    await pass(8_000);
    await trial.more(200);
    expect(await trial.visit(visited.code)).toBe(visited.longUrl);
    for (const code of [unvisited.code, 'nosuchcode']) expect(await trial.visit(code)).toBe(503);
    await waitFor(async () => (await trial.degraded()).length === 3, { timeoutMs: 60_000 });
    await waitFor(async () => (await outcome(trial, 'dropped')) > 0, { timeoutMs: 60_000 });
    expect(await waiting(trial)).toBeLessThanOrEqual(limits.maxPendingClicks + 500);
    await startAll();
    await trial.healed();
    expect(await trial.visit(unvisited.code)).toBe(unvisited.longUrl);
    expect(await trial.visit('nosuchcode')).toBe(404);
    await expectChangesAtOnce(trial.visit, { store, redis: api });
    await trial.more(200);
    await expectEveryClickCounted(trial);
    trial.expectOnlyRedirects();
  });
});

describe('Kafka', () => {
  it('away at the start, there, and away again: redirects untouched, and every click arrives once (C228)', async () => {
    const trial = await begin({ first: () => proxy.refuse() });
    await waitFor(async () => (await trial.degraded()).includes('clicks'), { timeoutMs: 20_000 });
    await proxy.pass();
    await trial.healed();
    await proxy.refuse();
    await waitFor(async () => (await trial.degraded()).includes('clicks'), { timeoutMs: 60_000 });
    await trial.more(100);
    await proxy.pass();
    await trial.healed();
    await expectEveryClickCounted(trial);
    trial.expectOnlyRedirects();
  });

  it('slow to answer: nobody waits for it, and no click is lost', async () => {
    const trial = await begin();
    await awaitPublished(trial);
    const delayMs = 2_000;
    await proxy.delay(delayMs);
    trial.load.forget();
    await awaitPublished(trial, 500);
    expect(trial.load.longestMs).toBeLessThan(delayMs);
    await proxy.pass();
    await expectEveryClickCounted(trial);
    expect(await outcome(trial, 'dropped')).toBe(0);
    trial.expectOnlyRedirects();
  });

  it('silent: nobody waits for it, the breaker opens, what is dropped is counted, and all heals', async () => {
    const limits = { maxPendingClicks: 2_000 };
    const trial = await begin({ limits });
    await awaitPublished(trial);
    await proxy.blackhole();
    trial.load.forget();
    await waitFor(async () => (await outcome(trial, 'dropped')) > 0, { timeoutMs: 60_000 });
    expect(await breakerOpen(trial)).toBe(1);
    expect(await trial.degraded()).toEqual(['clicks']);
    await trial.more(500);
    expect(await waiting(trial)).toBeLessThanOrEqual(limits.maxPendingClicks + 500);
    expect(trial.load.longestMs).toBeLessThan(2_000);
    await proxy.pass();
    await trial.healed();
    expect(await breakerOpen(trial)).toBe(0);
    await awaitPublished(trial);
    await expectEveryClickCounted(trial);
    trial.expectOnlyRedirects();
  });
});
