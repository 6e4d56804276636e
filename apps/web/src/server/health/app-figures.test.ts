import { describe, expect, test } from 'vitest';
import { askRedirector, askWorker } from './app-figures.ts';
import { readSamples } from './samples.ts';

const METRICS = `# HELP redirector_clicks_total Clicks by what became of them.
# TYPE redirector_clicks_total counter
redirector_clicks_total{outcome="published"} 1200
redirector_clicks_total{outcome="dropped"} 7
redirector_clicks_waiting 3
redirector_breaker_open{dependency="redis"} 0
redirector_breaker_open{dependency="store"} 0
redirector_breaker_open{dependency="clicks"} 2
redirector_draining 0
redirector_latency_seconds_bucket{lane="fast",tier="memory",le="+Inf"} 9
`;
const WORKER = `brevia_worker_lag_records{stream="clicks",partition="0"} 4
brevia_worker_lag_records{stream="clicks",partition="1"} 1
brevia_worker_dead_letters_total 2
`;
const { signal } = new AbortController();
const answering = (answers: Record<string, { status?: number; body: string }>) => (url: URL) => {
  const answer = answers[url.pathname];
  return Promise.resolve(
    new Response(answer?.body ?? '', { status: answer?.status ?? (answer ? 200 : 404) }),
  );
};

describe('samples in Prometheus’ format', () => {
  const samples = readSamples('a 1\na{x="p",y="q\\"r"} 2\na{x="p"} 3 1700000000\nb NaN\n# a 9\n\nnonsense');
  test.each([
    [{}, 6],
    [{ x: 'p' }, 5],
    [{ x: 'other' }, 0],
  ])('are added up by labels (%j)', (labels, total) => {
    expect(samples.sum('a', labels)).toBe(total);
  });
  test('are 0 where there is none', () => {
    expect([samples.sum('b'), samples.sum('c')]).toEqual([0, 0]);
  });
});

describe('a redirector', () => {
  test('tells what it dropped and what it has stopped to try', async () => {
    const get = answering({ '/metrics': { body: METRICS } });
    expect(await askRedirector('http://r:1/metrics', signal, get)).toEqual({
      clicksDropped: 7,
      clicksWaiting: 3,
      givenUp: ['clicks'],
      isDraining: false,
    });
  });

  test('that answers with an error counts as silent', async () => {
    const get = answering({ '/metrics': { status: 500, body: '' } });
    await expect(askRedirector('http://r:1/metrics', signal, get)).rejects.toThrow('500');
  });
});

describe('a worker', () => {
  const ask = (status: number, ready: object) =>
    askWorker(
      'http://w:1/metrics',
      signal,
      answering({ '/readyz': { status, body: JSON.stringify(ready) }, '/metrics': { body: WORKER } }),
    );

  test('that is not ready says what is broken, in an answer with 503', async () => {
    expect(await ask(503, { ready: false, clickhouse: false, stream: true, linkChanges: true })).toEqual({
      broken: ['clickhouse'],
      countsClicks: true,
      waitingBatches: 5,
      deadLetters: 2,
    });
  });

  test('that only brings link changes to the caches counts no clicks, and nothing of it is broken', async () => {
    const figures = await ask(200, { ready: true, clickhouse: 'off', stream: 'off', linkChanges: true });
    expect(figures).toMatchObject({ broken: [], countsClicks: false });
  });

  test('is no worker when it answers something else', async () => {
    await expect(ask(200, { status: 'ok' })).rejects.toThrow();
  });
});
