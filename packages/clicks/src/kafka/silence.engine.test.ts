import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeClicks } from '@brevia/core';
import { freePort, startKafka, type Engine } from '@brevia/engines';
import { startProxy, uniqueName, waitFor, type Proxy } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClick } from '../testing/clicks.ts';
import { runSource } from '../testing/running-source.ts';
import { createTestStore } from '../testing/store.ts';
import { createKafkaSink } from './sink.ts';
import { createKafkaSource } from './source.ts';

// A broker that is suspended keeps its connections and never answers: nothing fails, for minutes. This one stands behind a
// proxy that it names as its own address.

const folder = mkdtempSync(join(tmpdir(), 'brevia-silence-'));
let proxy: Proxy;
let broker: Engine;
beforeAll(async () => {
  const port = await freePort();
  proxy = await startProxy({ target: `127.0.0.1:${port}` });
  broker = await startKafka({ dataDir: join(folder, 'kafka'), port, advertisedPort: proxy.port });
}, 120_000);
afterAll(async () => {
  await broker.kill();
  await proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The real clock, which a test may put forward. */
function movableClock() {
  let ahead = 0;
  return { now: () => performance.now() + ahead, forward: (ms: number) => void (ahead += ms) };
}

const brokers = () => [`127.0.0.1:${proxy.port}`];
const oneClick = () => ({ partition: 0, count: 1, ndjson: encodeClicks([testClick({ owner: 'w1' })]) });

describe('while the broker is silent', () => {
  it('the sink is failing after 5 s of waiting, and ready with the next acknowledgement (RED-7)', async () => {
    const clock = movableClock();
    const topic = uniqueName('clicks');
    const sink = createKafkaSink({ brokers: brokers(), topic, partitions: 1, now: clock.now });
    await sink.send([oneClick()]);
    clock.forward(60_000);
    expect(sink.state()).toBe('ready');
    await proxy.blackhole();
    const sent = sink.send([oneClick()]);
    await Promise.resolve();
    expect(sink.state()).toBe('ready');
    clock.forward(5_100);
    expect(sink.state()).toBe('failing');
    await proxy.pass();
    await sent;
    expect([sink.state(), sink.dropped()]).toEqual(['ready', 0]);
    await sink.close();
  }, 60_000);

  it('the worker is not ready after 10 s without an answer, is again with the next, and ends at once', async () => {
    const clock = movableClock();
    const [topic, groupId] = [uniqueName('clicks'), uniqueName('group')];
    const store = await createTestStore();
    const source = createKafkaSource({
      brokers: brokers(),
      topics: [topic],
      groupId,
      partitions: 1,
      now: clock.now,
    });
    const running = runSource(source, store);
    await waitFor(() => source.isReady(), { timeoutMs: 50_000 });
    await proxy.blackhole();
    expect(source.isReady()).toBe(true);
    clock.forward(10_100);
    await waitFor(() => !source.isReady(), { timeoutMs: 5_000 });
    await proxy.pass();
    await waitFor(() => source.isReady(), { timeoutMs: 20_000 });
    await proxy.blackhole();
    const began = performance.now();
    await running.stop();
    // Kafka's own time limit is 30 s.
    expect(performance.now() - began).toBeLessThan(6_000);
    await proxy.pass();
    await store.drop();
  }, 90_000);
});
