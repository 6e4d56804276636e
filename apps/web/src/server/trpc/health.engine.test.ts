import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HealthReport, PartHealth } from '@brevia/api';
import { createRedis } from '@brevia/cache';
import { createClickHouse, createProgressBoard } from '@brevia/clicks';
import { engines, startProxy, type Proxy } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClickStats } from '../click-stats.ts';
import { startClickStore } from '../testing/clicks.ts';
import { member, trpc } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

/** A second for each question, and what the machine needs beside it. */
const BOUND_MS = 2_500;

let home: Web;
let web: Web;
let admin: Awaited<ReturnType<typeof member>>;
let proxies: Record<'store' | 'redis' | 'clickhouse', Proxy>;
const ends: (() => unknown)[] = [];

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
}

beforeAll(async () => {
  home = await startWeb();
  const store = await startClickStore();
  ends.push(
    () => home.close(),
    () => store.close(),
  );
  proxies = {
    store: await startProxy({ target: home.databaseUrl }),
    redis: await startProxy({ target: engines().redisUrl }),
    clickhouse: await startProxy({ target: store.url }),
  };
  const clicks = openClickStats(proxies.clickhouse.url);
  const redis = createRedis([proxies.redis.url], { name: 'health-test', onError: () => undefined });
  const client = createClickHouse({ url: store.url, application: 'test' });
  const board = createProgressBoard(client, () => true);
  board.report({ adapter: 'kafka', stream: 'clicks', partition: 0 }, Date.now(), 0);
  board.report({ adapter: 'kafka', stream: 'clicks', partition: 1 }, Date.now() - 8_000, 0);
  await board.flush(Date.now());
  ends.push(
    () => client.close(),
    () => clicks.close(),
    () => redis.disconnect(),
    ...Object.values(proxies).map((one) => () => one.close()),
  );
  web = await startWeb({
    databaseUrl: proxies.store.url,
    health: {
      redis: () => redis.ping(),
      clickhouse: clicks.ping,
      ingest: clicks.progress,
      redirectorMetricsUrl: await listen((_, response) =>
        response.end('redirector_clicks_total{outcome="dropped"} 7\n'),
      ),
      workerMetricsUrl: await listen(() => undefined),
    },
  });
  ends.push(() => web.close());
  admin = await member(web);
  await web.database.users.setRole(admin.userId, 'admin');
  web.container.forgetCredentials();
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function health(): Promise<{ report: HealthReport; ms: number }> {
  const started = performance.now();
  const answer = await trpc(web, 'query', 'admin.health', undefined, { cookie: admin.cookie });
  expect(answer.status, answer.text).toBe(200);
  const { json } = (answer.body as { result: { data: { json: HealthReport } } }).result.data;
  return { report: json, ms: performance.now() - started };
}
const stateOf = ({ parts }: HealthReport, name: PartHealth['name']) =>
  parts.find((part) => part.name === name)?.state;
const untilState = (name: PartHealth['name'], state: string) =>
  expect
    .poll(async () => stateOf((await health()).report, name), { timeout: 20_000, interval: 300 })
    .toBe(state);

describe('the health that an admin sees (WEB-4)', () => {
  test('is for admins only', async () => {
    const person = await member(web);
    expect((await trpc(web, 'query', 'admin.health', undefined, { cookie: person.cookie })).status).toBe(403);
    expect((await trpc(web, 'query', 'admin.health', undefined, { key: admin.key })).status).toBe(403);
  });

  test('shows engines that answer, the drops of the redirector and how far the clicks are counted', async () => {
    const answer = async () => {
      const { report } = await health();
      return (['store', 'redis', 'clickhouse'] as const).every((name) => stateOf(report, name) !== 'down');
    };
    // A machine with too much to do may need a second once.
    await expect.poll(answer, { timeout: 20_000 }).toBe(true);
    const { report } = await health();
    expect(report.clicks).toMatchObject({ adapter: 'kafka', dropped: 7, waitingBatches: null });
    // The partition that is furthest behind, and a second that clicks may need to the stream.
    expect(report.clicks.lagSeconds).toBeGreaterThanOrEqual(9);
  });

  test('does not wait for a worker that accepts and says nothing: it is down', async () => {
    const { report, ms } = await health();
    expect(stateOf(report, 'worker')).toBe('down');
    expect(ms).toBeLessThan(BOUND_MS);
  });

  test('says within its time that the link store hangs, as long as it is known who asks; then it is a 503', async () => {
    web.container.forgetCredentials();
    await health();
    await proxies.store.blackhole();
    await expect.poll(async () => stateOf((await health()).report, 'store'), { timeout: 4_000 }).toBe('down');
    web.container.forgetCredentials();
    await proxies.store.refuse();
    const unknown = await trpc(web, 'query', 'admin.health', undefined, { cookie: admin.cookie });
    expect(unknown.status, unknown.text).toBe(503);
    await proxies.store.pass();
    const again = () => trpc(web, 'query', 'admin.health', undefined, { cookie: admin.cookie });
    await expect.poll(async () => (await again()).status, { timeout: 20_000 }).toBe(200);
    await untilState('store', 'up');
  });

  test.each(['redis', 'clickhouse'] as const)(
    'comes within its time while %s accepts and says nothing, and heals by itself',
    async (name) => {
      await health();
      await proxies[name].blackhole();
      await expect
        .poll(
          async () => {
            const { report, ms } = await health();
            expect(ms).toBeLessThan(BOUND_MS);
            return stateOf(report, name);
          },
          { timeout: 4_000, interval: 100 },
        )
        .toBe('down');
      await proxies[name].pass();
      await untilState(name, 'up');
    },
  );
});
