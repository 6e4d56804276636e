import { engines, waitFor } from '@brevia/engines/testing';
import { startCollector, type Collector } from '@brevia/telemetry/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openLinkStore, readSpool, type LinkStore } from '../src/testing/bed.ts';
import {
  buildRedirector,
  processEnvironment,
  startProcess,
  type RedirectorProcess,
} from '../src/testing/process.ts';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let store: LinkStore;
let running: RedirectorProcess | undefined;
beforeAll(async () => {
  await buildRedirector();
  store = await openLinkStore();
});
afterAll(() => store.close());
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.exited;
});

async function collect(options: Parameters<typeof startCollector>[0] = {}): Promise<Collector> {
  const collector = await startCollector(options);
  onTestFinished(() => collector.close());
  return collector;
}

async function start(env: Record<string, string>) {
  const environment = {
    ...processEnvironment(),
    DRAIN_SECONDS: '1',
    DATABASE_URL: store.url,
    REDIS_URL: engines().redisUrl,
    ...env,
  };
  running = startProcess(environment);
  const ready = await running.ready;
  if (ready === null) throw new Error(running.output());
  const visit = (code: string, init: RequestInit = {}) =>
    fetch(`${ready.url}/${code}`, { redirect: 'manual', ...init });
  return { ...running, visit, spoolDir: environment.SPOOL_DIR };
}

async function end(redirector: RedirectorProcess): Promise<number> {
  const began = performance.now();
  redirector.child.kill('SIGTERM');
  expect(await redirector.exited).toBe(0);
  return performance.now() - began;
}

describe('traces of the redirector (RUN-4)', () => {
  it('show what a miss asks in Redis and in the store, and nothing of what memory answers', async () => {
    const collector = await collect();
    const redirector = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    const link = await store.insert();
    for (let n = 0; n < 50; n++) expect((await redirector.visit(link.code)).status).toBe(302);
    await waitFor(() => collector.named('look up link').length > 0, { what: 'a look-up' });
    await end(redirector);
    const [lookUp, ...others] = collector.named('look up link');
    expect(others).toEqual([]);
    expect(lookUp).toMatchObject({
      service: 'brevia-redirector',
      attributes: { 'brevia.outcome': 'found', 'brevia.tier': 'store', 'brevia.shared': false },
    });
    expect(collector.below(lookUp!)).toMatchObject([
      { name: 'redis get link' },
      { name: 'SELECT links', attributes: { 'brevia.found': true } },
      { name: 'redis put link' },
    ]);
  });

  it('go on in the trace of a caller in the slow lane, and name neither code nor target', async () => {
    const collector = await collect();
    const redirector = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    const link = await store.insert({ longUrl: 'https://target.example/private?token=hunter2' });
    const headers = {
      traceparent: CALLER,
      'user-agent': 'hunter2-browser',
      referer: 'https://hunter2.example/',
    };
    const answer = await redirector.visit(link.code, { method: 'HEAD', headers });
    expect(answer.status).toBe(302);
    await redirector.visit('healthz');
    expect((await redirector.visit(link.code, { headers })).status).toBe(302);
    await waitFor(
      () => collector.named('HEAD /{code}').length > 0 && collector.named('publish clicks').length > 0,
    );
    await end(redirector);
    const [request] = collector.named('HEAD /{code}');
    expect([request?.traceId, request?.parentSpanId]).toEqual(CALLER.split('-').slice(1, 3));
    expect(request).toMatchObject({
      kind: 2,
      attributes: { 'http.route': '/{code}', 'http.response.status_code': 302 },
    });
    expect(collector.below(request!).map(({ name }) => name)).toEqual([
      'look up link',
      'redis get link',
      'SELECT links',
      'redis put link',
    ]);
    const all = collector.texts.join('\n');
    for (const secret of [link.code, 'hunter2', 'target.example', '127.0.0.1', 'healthz'])
      expect(all).not.toContain(secret);
  });

  it('show each record of clicks that goes into the stream', async () => {
    const collector = await collect();
    const redirector = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
    const link = await store.insert();
    for (let n = 0; n < 20; n++) await redirector.visit(link.code);
    await waitFor(() => readSpool(redirector.spoolDir).length === 20, { what: 'clicks' });
    await end(redirector);
    const published = collector.named('publish clicks');
    const counts = published.map(({ attributes }) => Number(attributes['brevia.clicks']));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
    for (const span of published) {
      expect(span).toMatchObject({ kind: 4, isError: false, attributes: { 'messaging.system': 'spool' } });
    }
  });

  it.each(['refuses connections', 'accepts and never answers'])(
    'whose collector %s cost no visitor anything, and the end two seconds at most',
    async (what) => {
      const silent = await collect({ answer: () => undefined });
      const endpoint = what.startsWith('refuses') ? 'http://127.0.0.1:1' : silent.endpoint;
      const redirector = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
      const links = await Promise.all(Array.from({ length: 20 }, () => store.insert()));
      const began = performance.now();
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all(links.map(({ code }) => redirector.visit(code)));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
      }
      expect(performance.now() - began).toBeLessThan(5_000);
      await waitFor(() => readSpool(redirector.spoolDir).length === 200, { what: 'clicks' });
      // Half a second of it is the drain of idle connections.
      expect(await end(redirector)).toBeLessThan(3_500);
    },
  );

  it('that nobody wants load nothing: the process has no module of the SDK', async () => {
    const preload = new URL('../src/testing/tell-modules.mjs', import.meta.url).href;
    const packagesOf = async (env: Record<string, string>) => {
      const redirector = await start({ ...env, NODE_OPTIONS: `--import ${preload}` });
      const link = await store.insert();
      expect((await redirector.visit(link.code)).status).toBe(302);
      await end(redirector);
      const lines = [...redirector.output().matchAll(/^packages: (\[.*\])$/gm)];
      return lines
        .flatMap(([, names]) => JSON.parse(names ?? '') as string[])
        .filter((name) => name.startsWith('@opentelemetry/'));
    };
    const collector = await collect();
    expect(await packagesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })).toEqual(
      expect.arrayContaining(['@opentelemetry/sdk-trace', '@opentelemetry/exporter-trace-otlp-http']),
    );
    // The bare API, which does nothing by itself, comes with prom-client.
    expect(await packagesOf({})).toEqual(['@opentelemetry/api']);
  });
});
