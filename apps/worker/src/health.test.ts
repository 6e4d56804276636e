import type { Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { createClickHouse } from '@brevia/clicks';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createHealthServer } from './health.ts';

let server: Server;
let base: string;
let isClickHouseUp = true;

beforeEach(async () => {
  isClickHouseUp = true;
  server = createHealthServer({
    checks: {
      clickhouse: () => (isClickHouseUp ? Promise.resolve(true) : Promise.reject(new Error('refused'))),
      stream: () => true,
    },
    metrics: () => Promise.resolve({ contentType: 'text/plain', body: 'a 1\n' }),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

describe("the worker's health server", () => {
  it('answers HEAD like GET, without the body (C080)', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const get = await fetch(base + path);
      const head = await fetch(base + path, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([
        200,
        get.headers.get('content-length'),
      ]);
      expect(await head.text()).toBe('');
    }
  });

  it('stays alive but is not ready, and says why, while ClickHouse is down', async () => {
    isClickHouseUp = false;
    const ready = await fetch(`${base}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ ready: false, clickhouse: false, stream: true });
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
  });

  it('is ready without what it has no use for, and says so', async () => {
    const relay = createHealthServer({
      checks: { clickhouse: 'off', stream: 'off', linkChanges: () => true },
      metrics: () => Promise.resolve({ contentType: 'text/plain', body: '' }),
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => relay.once('listening', resolve));
    onTestFinished(() => void relay.close());
    const ready = await fetch(`http://127.0.0.1:${(relay.address() as AddressInfo).port}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ ready: true, clickhouse: 'off', stream: 'off', linkChanges: true });
  });

  it('says within a second which check hangs: ClickHouse may accept and never answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const clickhouse = createClickHouse({
      url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      application: 'brevia-worker',
      requestTimeoutMs: 60_000,
    });
    const hanging = createHealthServer({
      checks: { clickhouse: async () => (await clickhouse.ping()).success, stream: () => true },
      checkMs: 50,
      metrics: () => Promise.resolve({ contentType: 'text/plain', body: '' }),
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => hanging.once('listening', resolve));
    onTestFinished(async () => {
      await clickhouse.close();
      hanging.close();
      silent.close();
    });
    const ready = await fetch(`http://127.0.0.1:${(hanging.address() as AddressInfo).port}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ ready: false, clickhouse: false, stream: true });
  });

  it('refuses other methods and paths', async () => {
    const post = await fetch(`${base}/healthz`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${base}/other`)).status).toBe(404);
  });
});
