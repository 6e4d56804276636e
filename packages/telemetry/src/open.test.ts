import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openTracing, type TracingOptions } from './open.ts';
import { startCollector } from './testing/collector.ts';
import { traceMethods } from './trace-methods.ts';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

async function collect(options: Parameters<typeof startCollector>[0] = {}) {
  const collector = await startCollector(options);
  onTestFinished(() => collector.close());
  return collector;
}

const open = (endpoint: string, options: Partial<TracingOptions> = {}) =>
  openTracing({
    endpoint,
    headers: {},
    ratio: 1,
    service: 'brevia-test',
    region: 'local',
    onError: () => undefined,
    ...options,
  });

test('spans arrive at the collector, each below the one around it, with the headers that it wants', async () => {
  const collector = await collect();
  const tracing = await open(collector.endpoint, { headers: { 'x-key': 'secret' } });
  const outer = tracing.start('outer', { kind: 'server', attributes: { 'a.text': 'b', none: undefined } });
  await tracing.within(outer, () =>
    tracing.run('inner', { kind: 'client' }, async (span) => {
      await Promise.resolve();
      expect(tracing.current()?.traceId).toBe(outer.traceId);
      span.set({ 'a.number': 3 });
    }),
  );
  outer.end();
  await tracing.close();
  expect(collector.requests).toMatchObject([{ path: 'POST /v1/traces', headers: { 'x-key': 'secret' } }]);
  const [received] = collector.named('outer');
  expect(received).toMatchObject({ service: 'brevia-test', kind: 2, attributes: { 'a.text': 'b' } });
  expect(collector.below(received!)).toMatchObject([
    { name: 'inner', kind: 3, attributes: { 'a.number': 3 } },
  ]);
});

test('a trace that a caller began goes on, and what calls send along leads on from here', async () => {
  const collector = await collect();
  const tracing = await open(collector.endpoint);
  const span = tracing.start('ours', { parent: CALLER, links: [CALLER, 'nonsense'] });
  expect(span.header).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
  span.end();
  await tracing.close();
  const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  expect(collector.spans).toMatchObject([
    { traceId: caller.traceId, parentSpanId: caller.spanId, links: [caller] },
  ]);
});

test.each(['', 'nonsense', CALLER.replace('00-', 'ff-'), `${CALLER}-more`, CALLER.toUpperCase()])(
  'a header that can’t be read (%s) begins a trace of its own',
  async (parent) => {
    const tracing = await open('http://127.0.0.1:1');
    expect(tracing.start('ours', { parent }).traceId).not.toBe('0af7651916cd43dd8448eb211c80319c');
    await tracing.close(0);
  },
);

test('callers may say that a trace is not recorded, but not that more of them are than the operator wants', async () => {
  const collector = await collect();
  const all = await open(collector.endpoint, { ratio: 1 });
  const none = await open(collector.endpoint, { ratio: 0 });
  expect(all.start('a', { parent: CALLER.replace(/01$/, '00') }).header).toBeUndefined();
  const span = none.start('b', { parent: CALLER });
  expect(span.header).toBeUndefined();
  none.start('c', { parent: span }).end();
  span.end();
  await Promise.all([all.close(), none.close()]);
  expect(collector.spans).toEqual([]);
});

test('background work makes no traces; below a span its calls do', async () => {
  const collector = await collect();
  const tracing = await open(collector.endpoint);
  const store = { find: (code: string) => Promise.resolve(code), size: 3 };
  const traced = traceMethods(tracing, store, (method) =>
    method === 'find' ? { name: 'store find' } : undefined,
  );
  expect(await traced.find('a')).toBe('a');
  await tracing.run('request', {}, async () => expect(await traced.find('b')).toBe('b'));
  expect(traced.size).toBe(3);
  await tracing.close();
  expect(collector.spans.map(({ name }) => name)).toEqual(['store find', 'request']);
});

test('of an error a span keeps the code or the name, and nothing that somebody has sent', async () => {
  const collector = await collect();
  const tracing = await open(collector.endpoint);
  const error = Object.assign(new Error('for ada@example.com'), { code: 'P2002' });
  await expect(tracing.run('fails', {}, () => Promise.reject(error))).rejects.toBe(error);
  await tracing.close();
  expect(collector.spans).toMatchObject([{ isError: true, attributes: { 'error.type': 'P2002' } }]);
  expect(collector.texts.join()).not.toContain('ada@example.com');
});

test.each<[string, (() => Promise<string>) | string]>([
  ['is not there', 'http://127.0.0.1:1'],
  ['accepts and never answers', async () => (await collect({ answer: () => undefined })).endpoint],
  [
    'refuses',
    async () =>
      (await collect({ answer: (response: ServerResponse) => response.writeHead(503).end() })).endpoint,
  ],
])(
  'a collector that %s holds nobody: calls go on, and the end waits a bounded time',
  async (_what, place) => {
    const tracing = await open(typeof place === 'string' ? place : await place());
    const began = performance.now();
    for (let n = 0; n < 20_000; n++) tracing.start('span').end();
    expect(performance.now() - began).toBeLessThan(5_000);
    const closing = performance.now();
    await tracing.close(200);
    expect(performance.now() - closing).toBeLessThan(1_500);
  },
);

test('what waits for a collector is bounded: past 2,048 spans they are dropped', async () => {
  const collector = await collect();
  const tracing = await open(collector.endpoint);
  for (let n = 0; n < 20_000; n++) tracing.start('span').end();
  await tracing.close();
  expect(collector.spans.length).toBeGreaterThan(0);
  expect(collector.spans.length).toBeLessThanOrEqual(2_048 + 512);
});

test('that traces don’t arrive is told, once a minute at most', async () => {
  const collector = await collect({ answer: (response) => response.writeHead(400).end() });
  const errors: Error[] = [];
  const tracing = await open(collector.endpoint, { onError: (error) => errors.push(error) });
  tracing.start('a').end();
  await expect.poll(() => errors.length, { timeout: 15_000 }).toBe(1);
  tracing.start('b').end();
  await expect.poll(() => collector.requests.length, { timeout: 15_000 }).toBe(2);
  await tracing.close();
  expect(errors).toHaveLength(1);
});
