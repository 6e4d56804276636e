import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedisCluster } from '@brevia/engines';
import { engines, startProxy } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { call, member, trpc } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

const body = { long_url: 'https://example.com/' };
const limits = { limitPerUser: 5, limitAnonymous: 3 };
let web: Web;

beforeAll(async () => {
  // Sockets come from 127.0.0.1, which plays the trusted balancer; its clients have addresses of their own.
  web = await startWeb({
    redisUrl: engines().redisUrl,
    trustedProxies: '127.0.0.1, 10.0.0.0/8',
    settings: limits,
  });
});
afterAll(() => web.close());

let next = 0;
/** An address that no other test has used. */
const fresh = () => `203.0.${Math.floor((next += 1) / 250) + (process.pid % 200)}.${next % 250}`;
const createAs = (forwardedFor: string) =>
  call(web, 'POST', '/links', { body, headers: { 'X-Forwarded-For': forwardedFor } });
const statuses = async (count: number, work: (index: number) => ReturnType<typeof call>) => {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push((await work(index)).status);
  return all;
};

describe('creates a minute (API-3)', () => {
  test('an anonymous client has its budget, shown in every answer', async () => {
    const address = fresh();
    const first = await createAs(address);
    expect(first.headers.get('ratelimit-policy')).toBe('"create-anonymous";q=3;w=60');
    expect(first.headers.get('ratelimit')).toBe('"create-anonymous";r=2;t=60');
    await createAs(address);
    await createAs(address);
    const refused = await createAs(address);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(refused.headers.get('ratelimit')).toMatch(/^"create-anonymous";r=0;t=\d+$/);
  });

  test('bad input costs nothing of the budget', async () => {
    const address = fresh();
    const headers = { 'X-Forwarded-For': address };
    const wrong = [
      { long_url: 'javascript:alert(1)' },
      { ...body, custom_alias: 'a b' },
      { ...body, bogus: 1 },
      {},
    ];
    for (const one of wrong)
      expect((await call(web, 'POST', '/links', { body: one, headers })).status).toBe(400);
    expect(await statuses(4, () => createAs(address))).toEqual([201, 201, 201, 429]);
  });

  test('clients behind one proxy have a budget each (C183)', async () => {
    const busy = fresh();
    expect(await statuses(4, () => createAs(busy))).toEqual([201, 201, 201, 429]);
    expect((await createAs(fresh())).status).toBe(201);
  });

  test('what a client itself writes into X-Forwarded-For changes nothing (C185)', async () => {
    const address = fresh();
    expect(await statuses(4, (i) => createAs(`198.51.100.${i}, ${address}, 10.0.0.2`))).toEqual([
      201, 201, 201, 429,
    ]);
  });

  test('without a trusted proxy the header is not read at all (C183)', async () => {
    await using direct = await startWeb({ databaseUrl: web.databaseUrl, settings: limits });
    const create = (index: number) =>
      call(direct, 'POST', '/links', { body, headers: { 'X-Forwarded-For': `198.51.100.${index}` } });
    expect(await statuses(4, create)).toEqual([201, 201, 201, 429]);
  });

  test('an IPv6 client is its /64', async () => {
    const prefix = `2001:db8:${process.pid.toString(16)}:${Date.now().toString(16).slice(-4)}`;
    expect(await statuses(4, (i) => createAs(`${prefix}::${i + 1}`))).toEqual([201, 201, 201, 429]);
  });

  test('a user has one budget over all keys and the dashboard, whatever the address', async () => {
    const person = await member(web);
    const rest = () =>
      call(web, 'POST', '/links', { body, key: person.key, headers: { 'X-Forwarded-For': fresh() } });
    const first = await rest();
    expect(first.headers.get('ratelimit-policy')).toBe('"create";q=5;w=60');
    const dashboard = await trpc(
      web,
      'mutation',
      'links.create',
      { longUrl: 'https://example.com/' },
      { cookie: person.cookie },
    );
    expect(dashboard.status).toBe(200);
    expect(await statuses(4, rest)).toEqual([201, 201, 201, 429]);
  });

  test('bulk counts each item', async () => {
    const person = await member(web);
    const bulk = (count: number) =>
      call(web, 'POST', '/links/bulk', {
        key: person.key,
        body: { links: Array.from({ length: count }, () => body) },
      });
    const first = await bulk(4);
    expect(first.status).toBe(207);
    expect(first.headers.get('ratelimit')).toMatch(/r=1;/);
    expect((await bulk(2)).status).toBe(429);
  });

  test('two processes share the budget through Redis', async () => {
    await using other = await startWeb({
      databaseUrl: web.databaseUrl,
      redisUrl: engines().redisUrl,
      settings: limits,
    });
    const person = await member(web);
    const create = (index: number) =>
      call(index % 2 === 0 ? web : other, 'POST', '/links', { body, key: person.key });
    expect(await statuses(6, create)).toEqual([201, 201, 201, 201, 201, 429]);
  });
});

describe('on a Redis Cluster', () => {
  test('processes share each budget, whatever slot it is in, and a repeated key gives the same answer (API-3, API-4)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'brevia-cluster-'));
    const cluster = await startRedisCluster({
      dataDir: join(folder, 'cluster'),
      replicasEach: 0,
      durable: false,
    });
    onTestFinished(async () => {
      await cluster.kill();
      rmSync(folder, { recursive: true, force: true });
    });
    const settings = { databaseUrl: web.databaseUrl, redisUrl: cluster.url, settings: limits };
    await using one = await startWeb(settings);
    await using two = await startWeb(settings);
    // Enough people that their budgets are on several nodes.
    for (let person = 0; person < 6; person += 1) {
      const { key } = await member(one);
      const create = (index: number) => call(index % 2 === 0 ? one : two, 'POST', '/links', { body, key });
      expect(await statuses(6, create)).toEqual([201, 201, 201, 201, 201, 429]);
    }
    const { key } = await member(one);
    const headers = { 'Idempotency-Key': 'once' };
    const answers = await Promise.all(
      [one, two, one].map((at) => call(at, 'POST', '/links', { body, key, headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => (answer.body as { code: string }).code)).size).toBe(1);
    // A busy machine may be late; a command over several slots would be refused.
    const problems = [...one.problems, ...two.problems].map(({ error }) => String(error));
    expect(problems.filter((text) => /slot/i.test(text))).toEqual([]);
  });
});

describe('while Redis is down', () => {
  test('creates go on, and each process counts for itself (API-3)', async () => {
    await using proxy = await disposableProxy(engines().redisUrl);
    await using degraded = await startWeb({
      databaseUrl: web.databaseUrl,
      redisUrl: proxy.url,
      settings: limits,
    });
    const person = await member(degraded);
    const create = () => call(degraded, 'POST', '/links', { body, key: person.key });
    expect((await create()).status).toBe(201);
    await proxy.refuse();
    expect(await statuses(6, create)).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('a Redis that accepts and never answers holds nobody up for long', async () => {
    await using proxy = await disposableProxy(engines().redisUrl);
    await using slow = await startWeb({
      databaseUrl: web.databaseUrl,
      redisUrl: proxy.url,
      settings: limits,
    });
    const person = await member(slow);
    await proxy.blackhole();
    const started = performance.now();
    expect((await call(slow, 'POST', '/links', { body, key: person.key })).status).toBe(201);
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  test('nobody listens at all: the start and the creates work', async () => {
    const free = createServer();
    const port = await new Promise<number>((resolve) =>
      free.listen(0, '127.0.0.1', () => resolve((free.address() as { port: number }).port)),
    );
    await new Promise((resolve) => free.close(resolve));
    await using lonely = await startWeb({
      databaseUrl: web.databaseUrl,
      redisUrl: `redis://127.0.0.1:${port}`,
      settings: limits,
    });
    expect((await call(lonely, 'POST', '/links', { body })).status).toBe(201);
  });
});

async function disposableProxy(target: string) {
  const proxy = await startProxy({ target });
  return Object.assign(proxy, { [Symbol.asyncDispose]: () => proxy.close() });
}
