import { migrateClickHouse } from '@brevia/clicks';
import { createTestClickHouseDatabase, engines } from '@brevia/engines/testing';
import { openTracing, type Tracing } from '@brevia/telemetry';
import { startCollector, type Collector, type ReceivedSpan } from '@brevia/telemetry/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { call, member, request } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const open = (endpoint: string): Promise<Tracing> =>
  openTracing({
    endpoint,
    headers: {},
    ratio: 1,
    service: 'brevia-web',
    region: 'local',
    onError: () => undefined,
  });

let collector: Collector;
let tracing: Tracing;
let clickhouse: Awaited<ReturnType<typeof createTestClickHouseDatabase>>;
let web: Web;
let key: string;
let email: string;
beforeAll(async () => {
  collector = await startCollector();
  tracing = await open(collector.endpoint);
  clickhouse = await createTestClickHouseDatabase();
  await migrateClickHouse(clickhouse.url);
  web = await startWeb({ redisUrl: engines().redisUrl, clickhouseUrl: clickhouse.url, tracing });
  ({ key, email } = await member(web, ['links:read', 'links:write', 'stats:read']));
});
afterAll(async () => {
  await web.close();
  await tracing.close();
  await collector.close();
  await clickhouse.drop();
});

/** The server span of the request that was sent with this id, when it has arrived. */
async function spanOf(requestId: string): Promise<ReceivedSpan> {
  const find = () => collector.spans.find(({ attributes }) => attributes['brevia.request_id'] === requestId);
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return find()!;
}
const headers = (requestId: string) => ({ 'X-Request-Id': requestId });
const names = (spans: readonly ReceivedSpan[]) => spans.map(({ name }) => name);

describe('traces of the API (RUN-4)', () => {
  it('show a create from the request through its procedure to link store and Redis', async () => {
    const body = { long_url: 'https://target.example/private?token=hunter2', title: 'hunter2' };
    const created = await call(web, 'POST', '/links', { key, body, headers: headers('create-request') });
    expect(created.status).toBe(201);
    const request = await spanOf('create-request');
    expect(request).toMatchObject({
      name: 'POST /api/v1/links',
      service: 'brevia-web',
      kind: 2,
      parentSpanId: undefined,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/links',
        'http.response.status_code': 201,
      },
    });
    const procedure = collector.below(request).find(({ name }) => name === 'trpc links.create');
    expect(procedure?.parentSpanId).toBe(request.spanId);
    const calls = collector.below(procedure!);
    expect(names(calls)).toEqual(
      expect.arrayContaining(['redis spend limit', 'INSERT links', 'redis put link', 'redis publish change']),
    );
    for (const { kind, startedAt, endedAt } of calls) {
      expect(kind).toBe(3);
      expect(startedAt).toBeGreaterThanOrEqual(request.startedAt - 1);
      expect(endedAt).toBeGreaterThanOrEqual(startedAt);
    }
  });

  it('name the route, never the code, and the status of a refusal', async () => {
    expect((await call(web, 'GET', '/links/nowhere1', { key, headers: headers('get-request') })).status).toBe(
      404,
    );
    const span = await spanOf('get-request');
    expect(span).toMatchObject({
      name: 'GET /api/v1/links/{code}',
      isError: false,
      attributes: { 'http.response.status_code': 404 },
    });
    expect(collector.below(span)).toContainEqual(
      expect.objectContaining({
        name: 'trpc links.get',
        attributes: expect.objectContaining({ 'error.type': 'not_found' }) as unknown,
      }),
    );
  });

  it('go on in the trace of the caller, and the log names it beside the request id', async () => {
    await call(web, 'GET', '/links', { key, headers: { ...headers('traced-request'), traceparent: CALLER } });
    const span = await spanOf('traced-request');
    expect([span.traceId, span.parentSpanId]).toEqual(CALLER.split('-').slice(1, 3));
    const line = web.logLines.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(line).toContainEqual(
      expect.objectContaining({ requestId: 'traced-request', traceId: span.traceId, msg: 'request' }),
    );
  });

  it('show the queries of statistics in ClickHouse', async () => {
    const { body } = await call(web, 'POST', '/links', { key, body: { long_url: 'https://example.com/' } });
    const path = `/links/${String(body['code'])}/stats`;
    expect((await call(web, 'GET', path, { key, headers: headers('stats-request') })).status).toBe(200);
    const below = collector.below(await spanOf('stats-request'));
    const queries = below.filter(({ attributes }) => attributes['db.system.name'] === 'clickhouse');
    expect(queries.length).toBeGreaterThan(0);
    for (const { name } of queries) expect(name).toMatch(/^SELECT \w+$/);
  });

  it('show calls of the dashboard by procedure, and none of probes', async () => {
    await request(`${web.url}/healthz`, 'GET', { headers: headers('probe-request') });
    const input = encodeURIComponent(JSON.stringify({ json: { alias: 'some-alias' } }));
    await request(`${web.url}/api/trpc/links.checkAlias?input=${input}`, 'GET', {
      headers: headers('trpc-request'),
    });
    const span = await spanOf('trpc-request');
    expect(span.name).toBe('GET /api/trpc/{rest}');
    expect(names(collector.below(span))).toContain('trpc links.checkAlias');
    expect(
      collector.spans.some(({ attributes }) => attributes['brevia.request_id'] === 'probe-request'),
    ).toBe(false);
  });

  it('hold nothing personal: no target, address, e-mail, key or query', async () => {
    await call(web, 'GET', '/links?search=hunter2', { key, headers: headers('last-request') });
    await spanOf('last-request');
    const all = collector.texts.join('\n');
    expect(all).toContain('INSERT links');
    for (const secret of ['hunter2', 'target.example', '127.0.0.1', email, key, 'some-alias', 'nowhere1'])
      expect(all).not.toContain(secret);
  });
});

it.each(['refuses connections', 'accepts and never answers'])(
  'a collector that %s costs no request anything (RUN-4)',
  async (what) => {
    const silent = await startCollector({ answer: () => undefined });
    onTestFinished(() => silent.close());
    const deaf = await open(what.startsWith('refuses') ? 'http://127.0.0.1:1' : silent.endpoint);
    await using slow = await startWeb({ tracing: deaf });
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        call(slow, 'POST', '/links', { body: { long_url: 'https://example.com/' } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(performance.now() - began).toBeLessThan(10_000);
    const closing = performance.now();
    await deaf.close();
    expect(performance.now() - closing).toBeLessThan(2_000);
  },
);
