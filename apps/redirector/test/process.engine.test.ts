import { createServer } from 'node:net';
import { engines, waitFor } from '@brevia/engines/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openLinkStore, readSpool, type LinkStore } from '../src/testing/bed.ts';
import { startClients } from '../src/testing/clients.ts';
import {
  buildRedirector,
  processEnvironment,
  startProcess,
  type RedirectorProcess,
} from '../src/testing/process.ts';
import { readTopic } from '../src/testing/topic.ts';

let store: LinkStore;
let running: RedirectorProcess | undefined;
beforeAll(async () => {
  [store] = await Promise.all([openLinkStore(), buildRedirector()]);
});
afterAll(() => store.close());
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.exited;
});

const environment = (): Record<string, string> & { SPOOL_DIR: string } => ({
  ...processEnvironment(),
  DATABASE_URL: store.url,
  REDIS_URL: engines().redisUrl,
});
const start = (env: Record<string, string>) => (running = startProcess(env));

describe('the process', () => {
  it('names every wrong or missing setting at once and ends', async () => {
    const redirector = start({ DATABASE_URL: 'nonsense', REDIRECTOR_PORT: '-1' });
    expect(await redirector.exited).toBe(1);
    for (const name of ['DATABASE_URL', 'REDIRECTOR_PORT', 'VISITOR_KEY', 'KAFKA_BROKERS: or SPOOL_DIR']) {
      expect(redirector.output()).toContain(name);
    }
  });

  it('says which port is taken and ends', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const redirector = start({ ...environment(), REDIRECTOR_PORT: String(port) });
    expect(await redirector.exited).toBe(1);
    expect(redirector.output()).toContain(`Port ${port} is in use`);
    taken.close();
  });

  it('starts with every engine down, is alive, says what is degraded, and answers 503 for links (C228, C229)', async () => {
    const redirector = start({
      ...environment(),
      DATABASE_URL: 'postgres://u:p@127.0.0.1:1/none',
      REDIS_URL: 'redis://127.0.0.1:1',
      KAFKA_BROKERS: '127.0.0.1:1',
    });
    const ready = await redirector.ready;
    expect((await fetch(`${ready?.url}/healthz`)).status).toBe(200);
    const degraded = async () =>
      ((await (await fetch(`${ready?.url}/readyz`)).json()) as { degraded: string[] }).degraded;
    await waitFor(async () => (await degraded()).length === 3);
    expect((await fetch(`${ready?.url}/abc`)).status).toBe(503);
    // Nothing holds it up when it is told to end (C232).
    redirector.child.kill('SIGTERM');
    expect(await redirector.exited).toBe(0);
  });

  it('has its metrics on a port of their own, by tier and lane (RED-8)', async () => {
    const link = await store.insert();
    const ready = await start(environment()).ready;
    for (let i = 0; i < 130; i += 1) await fetch(`${ready?.url}/${link.code}`, { redirect: 'manual' });
    await fetch(`${ready?.url}/nothing`);
    const text = await (await fetch(ready?.metricsUrl ?? '')).text();
    for (const line of [
      'redirector_answers_total{lane="fast",status="302"} 130',
      'redirector_answers_total{lane="slow",status="404"} 1',
      'redirector_lookups_total{lane="fast",tier="store"} 1',
      'redirector_latency_seconds_bucket{lane="fast",tier="store",le="+Inf"} 1',
      'redirector_latency_seconds_count{lane="fast",tier="memory"} 2',
      'redirector_breaker_open{dependency="redis"} 0',
      'redirector_clicks_total{outcome="dropped"} 0',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds/);
    expect((await fetch(`${ready?.url}/metrics`)).status).toBe(404);
  });

  it.each([
    { where: 'the spool', env: {} },
    { where: 'Kafka', env: { KAFKA_BROKERS: 'of this run' } },
    { where: 'the spool, from several processes', env: { REDIRECTOR_PROCESSES: '2' } },
  ])(
    'ends under load without one failed request or lost click, with clicks going to $where (RED-8)',
    async ({ env: extra }) => {
      const withKafka = 'KAFKA_BROKERS' in extra;
      const env = { ...environment(), ...extra };
      if (withKafka) Object.assign(env, { KAFKA_BROKERS: engines().kafkaBrokers });
      const codes = (await Promise.all(Array.from({ length: 10 }, () => store.insert()))).map(
        ({ code }) => code,
      );
      const redirector = start(env);
      const ready = await redirector.ready;
      const clients = await startClients(ready?.url ?? '', codes);
      await waitFor(() => clients.answered > 200);
      redirector.child.kill('SIGTERM');
      await clients.ended;
      expect(await redirector.exited).toBe(0);
      expect(clients).toMatchObject({ wrong: 0, broken: 0 });
      const clicks = withKafka ? await readTopic(engines().kafkaBrokers) : readSpool(env.SPOOL_DIR);
      const mine = clicks.filter(({ code }) => codes.includes(code));
      expect(mine).toHaveLength(clients.answered);
      expect(new Set(mine.map(({ id }) => id)).size).toBe(clients.answered);
    },
  );

  it('ends when the process that started it is gone', async () => {
    const redirector = start(environment());
    await redirector.ready;
    redirector.child.disconnect();
    expect(await redirector.exited).toBe(0);
  });
});

describe('several processes on one port', () => {
  it('under load: of one that is killed only its own connections break, it is replaced, and the metrics are of all', async () => {
    const env = { ...environment(), REDIRECTOR_PROCESSES: '2' };
    const { code } = await store.insert();
    const redirector = start(env);
    const ready = await redirector.ready;
    const serving = () =>
      [...redirector.output().matchAll(/"pid":(\d+).*"slot":\d+,"url".*the redirector serves/g)]
        .map(([, pid]) => Number(pid))
        .filter((pid) => pid !== redirector.child.pid);
    // What they write may come later than their message that they are ready.
    await waitFor(() => serving().length === 2);
    /** Answers in both lanes; null while a process is just coming and can't be asked. */
    const counted = async () => {
      const answer = await fetch(ready?.metricsUrl ?? '');
      if (!answer.ok) return null;
      const lines = [
        ...(await answer.text()).matchAll(/^redirector_answers_total\{.*status="302"\} (\d+)$/gm),
      ];
      return lines.reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const visit = async () => {
      const headers = { connection: 'close' };
      return (await fetch(`${ready?.url}/${code}`, { redirect: 'manual', headers })).status;
    };
    for (let i = 0; i < 40; i += 1) expect(await visit()).toBe(302);
    expect(await counted()).toBe(40);

    const clients = await startClients(ready?.url ?? '', [code]);
    await waitFor(() => clients.answered > 200);
    const [victim] = serving();
    process.kill(victim ?? 0, 'SIGKILL');
    await waitFor(() => redirector.output().includes('ended and is started again'));
    const statuses = new Set<number>();
    while (serving().length < 3) statuses.add(await visit());
    expect([...statuses]).toEqual([302]);
    const atReplacement = clients.answered;
    await waitFor(() => clients.answered > atReplacement + 200);
    clients.stop();
    await clients.ended;
    expect(clients.wrong).toBe(0);
    // The clients of the other one have noticed nothing.
    expect(clients.broken).toBeGreaterThan(0);
    expect(clients.broken).toBeLessThan(8);

    const before = await waitFor(counted);
    for (let i = 0; i < 40; i += 1) expect(await visit()).toBe(302);
    expect(await counted()).toBe(before + 40);
    redirector.child.kill('SIGTERM');
    expect(await redirector.exited).toBe(0);
  });
});
