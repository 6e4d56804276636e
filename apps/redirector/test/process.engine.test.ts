import { createServer } from 'node:net';
import { engines, waitFor } from '@brevia/engines/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openLinkStore, readSpool, type LinkStore } from '../src/testing/bed.ts';
import { processEnvironment, startProcess, type RedirectorProcess } from '../src/testing/process.ts';
import { openRaw } from '../src/testing/raw-http.ts';

let store: LinkStore;
let running: RedirectorProcess | undefined;
beforeAll(async () => void (store = await openLinkStore()));
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
    for (const name of ['DATABASE_URL', 'REDIRECTOR_PORT', 'VISITOR_KEY', 'KAFKA_BROKERS or SPOOL_DIR']) {
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

  it('ends under load without one failed request or lost click (RED-8)', async () => {
    const env = environment();
    const links = await Promise.all(Array.from({ length: 10 }, () => store.insert()));
    const redirector = start(env);
    const ready = await redirector.ready;
    let answered = 0;
    let failed = 0;
    // Clients with open connections that ask again as soon as they are answered, until they are told to close.
    const clients = Array.from({ length: 8 }, async (_, client) => {
      const connection = await openRaw(ready?.url ?? '');
      for (let asked = 1; ; asked += 1) {
        const { code } = links[(asked + client) % links.length]!;
        const query = client % 2 === 0 ? '' : '?slow';
        connection.socket.write(`GET /${code}${query} HTTP/1.1\r\nHost: a\r\nUser-Agent: load\r\n\r\n`);
        const answers = await connection.answers(asked).catch(() => undefined);
        const last = answers?.at(-1);
        if (last?.status !== 302) {
          failed += 1;
          return;
        }
        answered += 1;
        if (last.headers.some(([name, value]) => name === 'Connection' && value === 'close')) break;
      }
      connection.socket.destroy();
    });
    await waitFor(() => answered > 200);
    redirector.child.kill('SIGTERM');
    await Promise.all(clients);
    expect(await redirector.exited).toBe(0);
    expect(failed).toBe(0);
    expect(readSpool(env.SPOOL_DIR)).toHaveLength(answered);
  });

  it('ends when the process that started it is gone', async () => {
    const redirector = start(environment());
    await redirector.ready;
    redirector.child.disconnect();
    expect(await redirector.exited).toBe(0);
  });
});

describe('several processes on one port', () => {
  it('share the load, count together, come back after a death, and end together', async () => {
    const env = { ...environment(), REDIRECTOR_PROCESSES: '2' };
    const link = await store.insert();
    const redirector = start(env);
    const ready = await redirector.ready;
    const open = () =>
      fetch(`${ready?.url}/${link.code}`, { redirect: 'manual', headers: { connection: 'close' } });
    for (let i = 0; i < 40; i += 1) expect((await open()).status).toBe(302);
    const metrics = async () => (await fetch(ready?.metricsUrl ?? '')).text();
    // `Connection: close` is the slow lane's.
    expect(await metrics()).toContain('redirector_answers_total{lane="slow",status="302"} 40');

    const pids = [...redirector.output().matchAll(/"pid":(\d+).*the redirector serves/g)].map(([, pid]) =>
      Number(pid),
    );
    const victim = pids.find((pid) => pid !== redirector.child.pid);
    if (victim === undefined) throw new Error(`no process to kill among ${pids.join()}`);
    process.kill(victim, 'SIGKILL');
    await waitFor(() => redirector.output().includes('ended and is started again'));
    for (let i = 0; i < 20; i += 1) expect((await open()).status).toBe(302);

    redirector.child.kill('SIGTERM');
    expect(await redirector.exited).toBe(0);
    // The victim's last clicks may have died with it, nobody else's.
    expect(readSpool(env.SPOOL_DIR).length).toBeGreaterThanOrEqual(40);
  });
});
