import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RedirectLink } from '@brevia/core';
import { startRedisCluster, type RedisCluster, type RedisClusterNode } from '@brevia/engines';
import { startProxy, uniqueName, waitFor } from '@brevia/engines/testing';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createChangeChannel } from './redis-change-channel.ts';
import { createLinkCache } from './redis-link-cache.ts';
import { createRedis, type RedisClient, type RedisOptions } from './redis.ts';
import { lazyLinkCache } from './testing/lazy-link-cache.ts';
import { linkCacheContract } from './testing/link-cache-contract.ts';
import { plainLink } from './testing/plain-link.ts';

// A real cluster of three masters with a replica each. As in the apps, commands of one turn go out together.

const folder = mkdtempSync(join(tmpdir(), 'brevia-cluster-'));
let cluster: RedisCluster;
let redis: RedisClient;
beforeAll(async () => {
  cluster = await startRedisCluster({ dataDir: join(folder, 'cluster'), durable: false });
  redis = await ready(createRedis(cluster.url, { commandTimeoutMs: 5_000, autoPipelining: true }));
});
afterEach(() => cluster.restore());
afterAll(async () => {
  redis.disconnect();
  await cluster.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function ready(client: RedisClient): Promise<RedisClient> {
  await waitFor(() => client.status === 'ready', { timeoutMs: 20_000 });
  return client;
}

/** A client that ends with the test. */
function open(options: RedisOptions = {}): Promise<RedisClient> {
  const client = createRedis(cluster.url, { commandTimeoutMs: 5_000, autoPipelining: true, ...options });
  onTestFinished(() => client.disconnect());
  return ready(client);
}

/** Talks to one node alone. */
function openNode(node: RedisClusterNode): Redis {
  const client = new Redis(node.url);
  client.on('error', () => undefined);
  onTestFinished(() => client.disconnect());
  return client;
}

const newLink = () => ({ ...plainLink, code: uniqueName('c') });
const keyOf = (link: { code: string }) => `brevia:link:default/${link.code}`;

async function newLinkOn(node: RedisClusterNode) {
  for (;;) {
    const link = newLink();
    if ((await cluster.masterOf(keyOf(link))) === node) return link;
  }
}

linkCacheContract(
  'Redis Cluster',
  (options) => lazyLinkCache(() => createLinkCache(redis, options)),
  () => uniqueName('c'),
);

describe('a Redis Cluster', () => {
  it('takes hundreds of entries of all slots in one turn, and gives each of them back', async () => {
    const cache = createLinkCache(redis);
    const links = Array.from({ length: 300 }, newLink);
    expect(await Promise.all(links.map((link) => cache.put(link)))).toEqual(links.map(() => true));
    const held = await Promise.all(links.map((link) => cache.get(link)));
    expect(held.map((entry) => entry?.link)).toEqual(links);
    await Promise.all(links.map((link) => cache.remove({ ...link, version: 2 })));
    const gone = await Promise.all(links.map((link) => cache.get(link)));
    expect(gone.every((entry) => entry?.link === null && entry.version === 2)).toBe(true);
    // They really are spread.
    const owners = await Promise.all(links.slice(0, 30).map((link) => cluster.masterOf(keyOf(link))));
    expect(new Set(owners).size).toBe(3);
  });

  it('keeps the newest version, whatever the order in which many clients write (RED-4)', async () => {
    const caches = (await Promise.all([open(), open(), open()])).map((client) => createLinkCache(client));
    const links = Array.from({ length: 20 }, newLink);
    const versions = Array.from({ length: 12 }, (_, i) => i + 1).sort(() => Math.random() - 0.5);
    // A client whose connections are just being made may refuse; then it is told again.
    const put = (i: number, link: RedirectLink) =>
      waitFor(async () => {
        await caches[i % 3]!.put(link);
        return true;
      });
    await Promise.all(
      links.flatMap((link) =>
        versions.map((version, i) => put(i, { ...link, version, longUrl: `https://v${version}/` })),
      ),
    );
    for (const link of links) {
      expect((await caches[0]!.get(link))?.link).toEqual({ ...link, version: 12, longUrl: 'https://v12/' });
    }
  });

  it('is not waited for where it accepts and never answers, from the start on', async () => {
    const proxies = await Promise.all(cluster.nodes.map(({ url }) => startProxy({ target: url })));
    onTestFinished(async () => void (await Promise.all(proxies.map((proxy) => proxy.close()))));
    await Promise.all(proxies.map((proxy) => proxy.blackhole()));
    const client = createRedis(
      proxies.map(({ url }) => url),
      { commandTimeoutMs: 100, autoPipelining: true, readFromReplicas: true },
    );
    onTestFinished(() => client.disconnect());
    const [cache, channel] = [createLinkCache(client), createChangeChannel(client)];
    const started = performance.now();
    await expect(cache.get(newLink())).rejects.toThrow();
    await expect(cache.put(newLink())).rejects.toThrow();
    await expect(channel.publish({ kind: 'upsert', link: newLink() })).rejects.toThrow();
    expect(performance.now() - started).toBeLessThan(900);
  });
});

describe('replicas', () => {
  /** Cuts a replica from its master's changes while it goes on serving what it has. */
  async function lag(node: RedisClusterNode): Promise<{ heal(): Promise<void> }> {
    const replica = openNode(node);
    const isUp = async () => (await replica.info('replication')).includes('master_link_status:up');
    await replica.config('SET', 'masteruser', 'nobody', 'masterauth', 'wrong');
    await replica.call('CLIENT', 'KILL', 'TYPE', 'master');
    await waitFor(async () => !(await isUp()));
    return {
      heal: async () => {
        await replica.config('SET', 'masteruser', '', 'masterauth', '');
        await waitFor(isUp, { timeoutMs: 20_000 });
      },
    };
  }
  const reads = async (node: Redis) =>
    Number(/cmdstat_get:calls=(\d+)/.exec(await node.info('commandstats'))?.[1] ?? 0);

  it("serve a part of the reads, so that the reads of a hot link are not one node's alone", async () => {
    const cache = createLinkCache(await open({ readFromReplicas: true }));
    const link = newLink();
    const [master, replica] = [
      openNode(await cluster.masterOf(keyOf(link))),
      openNode(await cluster.replicaOf(keyOf(link))),
    ];
    await cache.put(link);
    // Until it has arrived there too, and both connections are up.
    await waitFor(async () => (await replica.exists(keyOf(link)).catch(() => 1)) === 1);
    const before = [await reads(master), await reads(replica)];
    for (let i = 0; i < 100; i += 1) await cache.get(link);
    const after = [await reads(master), await reads(replica)];
    expect(after[0]! - before[0]!).toBeGreaterThan(10);
    expect(after[1]! - before[1]!).toBeGreaterThan(10);
  });

  it('that lag give an older answer, which never overwrites the newer entry or a tombstone (RED-4)', async () => {
    const [reader, writer] = [await open({ readFromReplicas: true }), await open()];
    const [lagging, exact] = [createLinkCache(reader), createLinkCache(writer)];
    const link = newLink();
    const replica = openNode(await cluster.replicaOf(keyOf(link)));
    await exact.put(link);
    await replica.readonly();
    await waitFor(async () => (await replica.get(keyOf(link))) !== null);
    const cut = await lag(await cluster.replicaOf(keyOf(link)));

    await exact.put({ ...link, version: 2, longUrl: 'https://example.com/new' });
    const seen = new Set<number | undefined>();
    await waitFor(async () => seen.add((await lagging.get(link))?.version).size === 2);
    expect([...seen].sort()).toEqual([1, 2]);
    // A slow fill with what the replica said: refused by the master, where all writes go.
    for (let i = 0; i < 10; i += 1) expect(await lagging.put(link)).toBe(false);
    expect((await exact.get(link))?.version).toBe(2);

    await exact.remove({ ...link, version: 3 });
    for (let i = 0; i < 10; i += 1) {
      expect(await lagging.put({ ...link, version: 2 })).toBe(false);
      expect(await lagging.put({ ...link, version: 3 })).toBe(false);
    }
    expect(await exact.get(link)).toMatchObject({ link: null, version: 3 });

    await cut.heal();
    await waitFor(async () => (await replica.get(keyOf(link)))?.startsWith('3 ') === true);
    for (let i = 0; i < 20; i += 1) expect((await lagging.get(link))?.link).toBeNull();
  });
});

describe('the change channel of a cluster', () => {
  const change = (version: number) =>
    ({ kind: 'upsert', link: { ...plainLink, code: 'abc', version } }) as const;

  it('brings a change from any node to a listener at any node', async () => {
    const listeners = await Promise.all(Array.from({ length: 8 }, () => open()));
    const heard = listeners.map(() => new Set<number>());
    for (const [at, client] of listeners.entries()) {
      const end = await createChangeChannel(client).subscribe(
        (arrived) => void (arrived.kind === 'upsert' && heard[at]!.add(arrived.link.version)),
        () => undefined,
      );
      onTestFinished(end);
    }
    // Each is sent by a node that ioredis picks.
    const channel = createChangeChannel(redis);
    for (let version = 1; version <= 30; version += 1) await channel.publish(change(version));
    await waitFor(() => heard.every((versions) => versions.size === 30));
  });

  it('goes on at another node when the one that was listened at is killed, and tells of the gap', async () => {
    const client = await open();
    const heard = new Set<number>();
    let gaps = 0;
    const end = await createChangeChannel(client).subscribe(
      (arrived) => void (arrived.kind === 'upsert' && heard.add(arrived.link.version)),
      () => void (gaps += 1),
    );
    onTestFinished(end);
    const probes = cluster.nodes.map(openNode);
    const subscribers = () =>
      Promise.all(
        probes.map(async (probe) => Number((await probe.pubsub('NUMSUB', 'brevia:link-changes'))[1])),
      );
    // Those of the test before are on their way out.
    const counts = await waitFor(async () => {
      const all = await subscribers();
      return all.reduce((sum, count) => sum + count) === 1 && all;
    });
    const node = cluster.nodes[counts.indexOf(1)]!;
    await node.kill();
    await waitFor(() => gaps > 0, { timeoutMs: 20_000 });
    // While a master is missing, a publisher may hit the dead node: then it is told, and can repeat it.
    let version = 0;
    await waitFor(async () => {
      version += 1;
      await createChangeChannel(redis).publish(change(version));
      return true;
    });
    await waitFor(() => heard.has(version));
    await cluster.restore();
  });
});

describe('while a replica is away', () => {
  it('every answer is of the link that was asked for, and the other node of the shard goes on answering', async () => {
    const client = await open({ commandTimeoutMs: 200, readFromReplicas: true });
    const cache = createLinkCache(client);
    const links = Array.from({ length: 60 }, () => ({
      ...newLink(),
      longUrl: `https://example.com/${uniqueName('u')}`,
    }));
    for (const link of links) await cache.put(link);
    const ask = () => Promise.allSettled(links.map((link) => cache.get(link)));
    await waitFor(async () => (await ask()).every(({ status }) => status === 'fulfilled'));
    await (await cluster.replicaOf(keyOf(links[0]!))).kill();
    // Many at once, as one redirector has them.
    let answered = 0;
    for (let round = 0; round < 20; round += 1) {
      for (const [i, outcome] of (await ask()).entries()) {
        if (outcome.status === 'rejected') continue;
        answered += 1;
        expect(outcome.value?.link).toEqual(links[i]);
      }
    }
    expect(answered).toBeGreaterThan(0.9 * 20 * links.length);
  });
});

describe('while a replica is promoted', () => {
  it('answers come in time or not at all, entries and tombstones survive, and writes go on with the new master', async () => {
    const limit = 100;
    const client = await open({ commandTimeoutMs: limit, readFromReplicas: true });
    const cache = createLinkCache(client);
    const victim = await cluster.masterOf('hot');
    const heir = await cluster.replicaOf('hot');
    const [kept, deleted] = [await newLinkOn(victim), await newLinkOn(victim)];
    await cache.put({ ...kept, version: 5 });
    await cache.remove({ ...deleted, version: 5 });
    const copy = openNode(heir);
    await copy.readonly();
    await waitFor(async () => (await copy.get(keyOf(deleted))) !== null);

    const other = await newLinkOn(await cluster.masterOf('far'));
    expect(await cluster.masterOf('far')).not.toBe(victim);
    await cache.put(other);
    await waitFor(async () => (await cache.areCurrent([other]))[0]);
    await victim.kill();
    // What is on the other nodes is answered for, together with what is not.
    expect((await cache.areCurrent([{ ...deleted, version: 4 }, other]))[1]).toBe(true);
    let longest = 0;
    const versions = new Set<number>();
    while ((await cluster.masterOf('hot')) !== heir) {
      const started = performance.now();
      const held = await cache.get(kept).catch(() => undefined);
      longest = Math.max(longest, performance.now() - started);
      if (held !== undefined) versions.add(held.version);
    }
    // A quarter of a second more, for the timers of a busy machine.
    expect(longest).toBeLessThan(limit + 250);
    expect([...versions]).toEqual([5]);
    await waitFor(() => cache.put({ ...kept, version: 6 }), { timeoutMs: 15_000 });
    expect(await cache.put({ ...deleted, version: 4 })).toBe(false);
    expect(await cache.get(deleted)).toMatchObject({ link: null, version: 5 });
    await cluster.restore();
    await waitFor(async () => (await cache.get(kept))?.version === 6);
  });
});
