import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinkCache, createRedis, type RedisClient } from '@brevia/cache';
import type { RedirectLink } from '@brevia/core';
import {
  startPostgres,
  startRedisCluster,
  type Engine,
  type RedisCluster,
  type RedisClusterNode,
} from '@brevia/engines';
import { uniqueName, waitFor } from '@brevia/engines/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBed, openLinkStore, type LinkStore } from '../src/testing/bed.ts';
import { announce, expectChangesAtOnce, soon } from '../src/testing/changes.ts';
import { plainLink } from '../src/testing/links.ts';
import { startTrial, type Trial } from '../src/testing/trial.ts';

// A real Redis Cluster of three masters with a replica each, whose nodes are killed under load (RED-7). The redirector is
// never restarted.

const folder = mkdtempSync(join(tmpdir(), 'brevia-chaos-'));
let postgres: Engine;
let cluster: RedisCluster;
let store: LinkStore;
let links: RedirectLink[];
let api: RedisClient;

beforeAll(async () => {
  [postgres, cluster] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), durable: false }),
    startRedisCluster({ dataDir: join(folder, 'cluster'), durable: false }),
  ]);
  store = await openLinkStore(postgres.url);
  links = await Promise.all(Array.from({ length: 30 }, () => store.insert()));
  api = createRedis(cluster.url, { commandTimeoutMs: 2_000, autoPipelining: true });
  await waitFor(() => api.status === 'ready');
});
afterEach(() => cluster.restore());
afterAll(async () => {
  api.disconnect();
  await store.close();
  await Promise.all([postgres.kill(), cluster.kill()]);
  rmSync(folder, { recursive: true, force: true });
});

const settings = () => ({ databaseUrl: postgres.url, redisUrls: cluster.url.split(',') });
const begin = () => startTrial({ config: settings(), links });
const keyOf = ({ code }: { code: string }) => `brevia:link:default/${code}`;

/** A code whose entry is on that node. */
async function codeOn(node: RedisClusterNode): Promise<string> {
  for (;;) {
    const code = uniqueName('k').replaceAll('_', '').slice(0, 20);
    if ((await cluster.masterOf(keyOf({ code }))) === node) return code;
  }
}

/** The node that holds the redirector's subscription. */
async function listenedAt(): Promise<RedisClusterNode> {
  const subscribers = async ({ url }: RedisClusterNode) => {
    const client = createRedis(url, { commandTimeoutMs: 5_000 });
    const answer = await waitFor(() => client.pubsub('NUMSUB', 'brevia:link-changes'));
    client.disconnect();
    return Number(answer[1]);
  };
  // Those of redirectors before are on their way out.
  return waitFor(async () => {
    const counts = await Promise.all(cluster.nodes.map(subscribers));
    return counts.reduce((sum, count) => sum + count) === 1 && cluster.nodes[counts.indexOf(1)];
  });
}

/** Links that only Redis knows open: it is asked, and answers for that node's slots. */
async function expectRedisInUse(trial: Trial, node: RedisClusterNode): Promise<void> {
  const link = { ...plainLink, code: await codeOn(node), longUrl: 'https://example.com/only-redis' };
  await waitFor(() => createLinkCache(api).put(link));
  await waitFor(async () => (await trial.visit(link.code)) === link.longUrl, { timeoutMs: 10_000 });
}

describe('a Redis Cluster under load', () => {
  it('promotes a replica in place of a killed master: redirects stay right, then Redis and changes are back (RED-7)', async () => {
    const trial = await begin();
    const victim = await cluster.masterOf(keyOf(links[0]!));
    const heir = await cluster.replicaOf(keyOf(links[0]!));
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOn(victim)));
    let cold = await Promise.all(codes.map((code) => store.insert({ code })));
    await victim.kill();
    // Until then nobody can be asked for these slots, and after a while for none: so the link store is.
    do {
      const seen = await Promise.all(cold.map(({ code }) => trial.visit(code)));
      expect(seen).toEqual(cold.map(({ longUrl }) => longUrl));
      cold = await Promise.all(Array.from({ length: 4 }, () => store.insert()));
    } while ((await cluster.masterOf(keyOf(links[0]!))) !== heir);
    await expectRedisInUse(trial, heir);
    await expectChangesAtOnce(trial.visit, { store, redis: api, given: { code: await codeOn(heir) } });
    await cluster.restore();
    await trial.healed();
    await trial.more(200);
    trial.expectOnlyRedirects();
  });

  it('loses a replica: redirects and changes go on as if nothing were', async () => {
    const trial = await begin();
    const master = await cluster.masterOf(keyOf(links[0]!));
    const replica = await cluster.replicaOf(keyOf(links[0]!));
    await replica.kill();
    await expectChangesAtOnce(trial.visit, { store, redis: api, given: { code: await codeOn(master) } });
    await expectRedisInUse(trial, master);
    await trial.more(200);
    await cluster.restore();
    await trial.healed();
    await expectRedisInUse(trial, master);
    trial.expectOnlyRedirects();
  });

  it('loses the node that the redirector listens at: what it missed is looked up, and changes are heard again', async () => {
    const trial = await begin();
    const link = await store.insert();
    expect(await trial.visit(link.code)).toBe(link.longUrl);
    const node = await listenedAt();
    // A change whose message is lost.
    const changed = await store.update({ ...link, longUrl: `${link.longUrl}/unheard` });
    await createLinkCache(api).put(changed);
    await node.kill();
    const gaps = () => trial.bed.metric('redirector_events_total{event="subscription_gap"}');
    await waitFor(async () => (await gaps()) > 0, { timeoutMs: 15_000 });
    await waitFor(async () => (await trial.visit(link.code)) === changed.longUrl, soon);
    await cluster.restore();
    await expectChangesAtOnce(trial.visit, { store, redis: api });
    await trial.healed();
    trial.expectOnlyRedirects();
  });

  it('is killed as a whole, and is away when another redirector starts: both use it as soon as it is back', async () => {
    const trial = await begin();
    await cluster.kill();
    const late = await begin();
    await waitFor(async () => (await late.degraded()).includes('redis'));
    await waitFor(async () => (await trial.degraded()).includes('redis'));
    await Promise.all([trial.more(200), late.more(200)]);
    expect(await late.visit((await store.insert()).code)).toMatch(/^https:/);
    await cluster.restore();
    await waitFor(() => api.ping());
    for (const one of [trial, late]) {
      await one.healed();
      await expectRedisInUse(one, await cluster.masterOf('any'));
      await expectChangesAtOnce(one.visit, { store, redis: api });
      one.expectOnlyRedirects();
    }
  });
});

describe('a replica that lags', () => {
  it('never brings an old target or a deleted link back to a redirector that knew better (RED-4)', async () => {
    const bed = await openBed(settings());
    onTestFinished(() => bed.stop());
    const visit = async ({ code }: RedirectLink) => {
      const answer = await fetch(`${bed.url}/${code}`, { redirect: 'manual' });
      return answer.headers.get('location') ?? answer.status;
    };
    const master = await cluster.masterOf('lagging');
    const replica = createRedis((await cluster.replicaOf('lagging')).url, { commandTimeoutMs: 5_000 });
    onTestFinished(() => replica.disconnect());
    await waitFor(() => replica.readonly());
    // Which of the two answers is chance at each look-up; with so many links both do.
    const insert = () =>
      Promise.all(Array.from({ length: 15 }, async () => store.insert({ code: await codeOn(master) })));
    const [edited, deleted] = [await insert(), await insert()];
    for (const link of [...edited, ...deleted]) {
      await announce(api, { kind: 'upsert', link });
      await waitFor(async () => (await replica.get(keyOf(link))) !== null);
      expect(await visit(link)).toBe(link.longUrl);
    }
    const isUp = async () => String(await replica.info('replication')).includes('master_link_status:up');
    // It goes on serving what it has, and can't log in to its master for more.
    await replica.config('SET', 'masteruser', 'nobody', 'masterauth', 'wrong');
    await replica.call('CLIENT', 'KILL', 'TYPE', 'master');
    await waitFor(async () => !(await isUp()));

    for (const link of edited) {
      const changed = await store.update({ ...link, longUrl: `${link.longUrl}/new` });
      await announce(api, { kind: 'upsert', link: changed });
      await waitFor(async () => (await visit(link)) === changed.longUrl, soon);
    }
    for (const link of deleted) {
      const { version } = await store.remove(link);
      await announce(api, { kind: 'delete', domain: link.domain, code: link.code, version });
      await waitFor(async () => (await visit(link)) === 404, soon);
    }
    // Beyond the freshness of memory, when half of the look-ups ask the replica.
    const wrong = new Set<string>();
    const end = Date.now() + 9_000;
    while (Date.now() < end) {
      for (const link of edited) if ((await visit(link)) !== `${link.longUrl}/new`) wrong.add(link.code);
      for (const link of deleted) if ((await visit(link)) !== 404) wrong.add(link.code);
    }
    expect([...wrong]).toEqual([]);
    await replica.config('SET', 'masteruser', '', 'masterauth', '');
    await waitFor(isUp, { timeoutMs: 20_000 });
  });
});
