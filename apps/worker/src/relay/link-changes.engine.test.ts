import {
  createChangeChannel,
  createLinkCache,
  createRedis,
  type LinkCache,
  type RedisClient,
} from '@brevia/cache';
import { createKafka, silentLog } from '@brevia/clicks';
import type { LinkChange } from '@brevia/core';
import { createDatabase, migrate, type Database, type Link } from '@brevia/db';
import {
  createTestDatabase,
  engines,
  startProxy,
  uniqueName,
  waitFor,
  type TestDatabase,
} from '@brevia/engines/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertLink } from '../testing/links.ts';
import { createApply } from './apply.ts';
import { startChangeConsumer } from './kafka-consumer.ts';
import { createChangePublisher } from './kafka-publisher.ts';
import { startLinkChanges } from './link-changes.ts';
import { startRelay } from './relay.ts';

let store: TestDatabase;
let db: Database;
let redis: RedisClient;
let cache: LinkCache;
let region: string;
beforeAll(async () => {
  store = await createTestDatabase();
  await migrate(store.url);
  redis = createRedis(engines().redisUrl, { commandTimeoutMs: 5_000 });
  await waitFor(() => redis.status === 'ready');
  cache = createLinkCache(redis);
});
beforeEach(() => {
  region = uniqueName('region');
  db = createDatabase({ url: store.url, region, poolMax: 4 });
  return () => db.close();
});
afterAll(async () => {
  redis.disconnect();
  await store.drop();
});

const aLink = (): Promise<Link> => insertLink(db);
const cached = async (link: Link) => (await cache.get(link))?.version;

describe('link changes on one box (RED-4)', () => {
  const begin = (redisUrl = engines().redisUrl) =>
    startLinkChanges({ region, databaseUrl: store.url, redisUrls: [redisUrl], log: silentLog });

  it('an edit and a deletion reach Redis and the redirectors within 2 s, even when the API told nobody', async () => {
    const heard: LinkChange[] = [];
    const stop = await createChangeChannel(redis).subscribe(
      (change) => heard.push(change),
      () => undefined,
    );
    const changes = begin();
    const link = await aLink();
    await cache.put({ ...link, ownerId: null, expiresAt: null });
    await db.links.update(link, 'any', { longUrl: 'https://example.com/2' });
    await waitFor(async () => (await cache.get(link))?.link?.longUrl === 'https://example.com/2', {
      timeoutMs: 2_000,
    });
    await db.links.softDelete(link, 'any');
    await waitFor(async () => (await cache.get(link))?.link === null, { timeoutMs: 2_000 });
    await waitFor(() => heard.some((change) => change.kind === 'delete' && change.code === link.code));
    await waitFor(async () => (await db.outbox.size(1)) === 0);
    await changes.stop();
    await stop();
  });

  it('changes made while Redis was away, also at the start, arrive when it is back', async () => {
    const proxy = await startProxy({ target: engines().redisUrl });
    await proxy.refuse();
    const changes = begin(proxy.url);
    const link = await aLink();
    await db.links.update(link, 'any', { enabled: false });
    await waitFor(() => !changes.isWorking());
    // The creation may be gone already: nobody had it cached, so the relay has nothing to correct for it.
    expect(await db.outbox.size(10)).toBeGreaterThan(0);
    await proxy.pass();
    await waitFor(async () => (await cached(link)) === 2, { timeoutMs: 15_000 });
    await changes.stop();
    await proxy.close();
  });

  it('two workers of a region share nothing but the lease, and lose nothing when one ends', async () => {
    const [first, second] = [begin(), begin()];
    const links = await Promise.all(Array.from({ length: 20 }, aLink));
    await Promise.all(links.map((link) => db.links.update(link, 'any', { notes: 'a' })));
    await first.stop();
    await Promise.all(links.map((link) => db.links.update(link, 'any', { notes: 'b' })));
    for (const link of links) await waitFor(async () => (await cached(link)) === 3, { timeoutMs: 15_000 });
    await second.stop();
  });

  it('without Redis there is nothing to correct: the outbox is emptied all the same', async () => {
    const changes = startLinkChanges({ region, databaseUrl: store.url, log: silentLog });
    await aLink();
    await waitFor(async () => (await db.outbox.size(1)) === 0);
    await changes.stop();
  });
});

describe('link changes through Kafka', () => {
  it('reach the caches of every region, those just created included', async () => {
    const topic = uniqueName('link-changes');
    const kafka = createKafka([engines().kafkaBrokers], 'test', silentLog);
    const publisher = createChangePublisher(kafka, { topic, partitions: 2, replicationFactor: 1 });
    const far: LinkChange[] = [];
    const consumers = [
      startChangeConsumer({
        kafka,
        topic,
        region: uniqueName('near'),
        apply: createApply({ cache, channel: createChangeChannel(redis) }),
        log: silentLog,
      }),
      startChangeConsumer({
        kafka,
        topic,
        region: uniqueName('far'),
        apply: (changes) => {
          far.push(...changes);
          return Promise.resolve();
        },
        log: silentLog,
      }),
    ];
    await waitFor(() => consumers.every((consumer) => consumer.isWorking()), { timeoutMs: 30_000 });
    const relay = startRelay({
      region,
      outbox: db.outbox,
      leases: db.leases,
      publish: publisher.publish,
      log: silentLog,
    });
    const link = await aLink();
    await waitFor(async () => (await cached(link)) === 1, { timeoutMs: 20_000 });
    await db.links.update(link, 'any', { longUrl: 'https://example.com/3' });
    await db.links.softDelete(link, 'any');
    await waitFor(async () => (await cached(link)) === 3, { timeoutMs: 20_000 });
    await waitFor(() => far.length === 3, { timeoutMs: 20_000 });
    expect(far.map((change) => (change.kind === 'upsert' ? change.link.version : change.version))).toEqual([
      1, 2, 3,
    ]);
    await relay.stop();
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await publisher.close();
  });

  it('waits in the outbox while the brokers are away, and ends promptly all the same (C232)', async () => {
    const changes = startLinkChanges({
      region,
      databaseUrl: store.url,
      redisUrls: [engines().redisUrl],
      kafkaBrokers: ['127.0.0.1:1'],
      log: silentLog,
    });
    await aLink();
    await waitFor(() => !changes.isWorking());
    const started = Date.now();
    await changes.stop();
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(await db.outbox.size(10)).toBe(1);
  });
});
