import { encodeClicks } from '@brevia/core';
import { engines, startProxy, uniqueName, waitFor } from '@brevia/engines/testing';
import { expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import { testClick } from '../testing/clicks.ts';
import { runSource } from '../testing/running-source.ts';
import { createTestStore, openTestStore } from '../testing/store.ts';
import { createKafka } from './client.ts';
import { createKafkaSink } from './sink.ts';
import { createKafkaSource } from './source.ts';

it('a worker that joins while another waits for its insert changes no count (issue 5, item 2; C234)', async () => {
  const brokers = [engines().kafkaBrokers];
  const [topic, groupId] = [uniqueName('clicks'), uniqueName('group')];
  const partitions = 4;
  const store = await createTestStore();
  const proxy = await startProxy({ target: store.url });
  const slowStore = openTestStore(proxy.url);
  const sink = createKafkaSink({ brokers, topic, partitions });
  const createSource = () =>
    createKafkaSource({ brokers, topics: [topic], groupId, partitions, sessionMs: 6_000 });
  const produce = async (): Promise<number> => {
    const clicks = Array.from({ length: 400 }, (_, i) => testClick({ owner: 'w1', code: `c${i % 50}` }));
    const batches = Array.from({ length: partitions }, (_, partition) => {
      const some = clicks.filter(({ domain, code }) => sink.partitionFor(domain, code) === partition);
      return { partition, count: some.length, ndjson: encodeClicks(some) };
    });
    await sink.send(batches);
    return clicks.length;
  };

  let total = await produce();
  // ClickHouse inserts at once, but the first worker hears of it only after seconds.
  await proxy.delay(5_000);
  const first = runSource(createSource(), slowStore, 60);
  await waitFor(async () => (await store.counts()).clicks > 0, { timeoutMs: 40_000 });
  expect(first.seen.rows).toBe(0);
  const second = runSource(createSource(), store, 60);
  await waitFor(() => second.source.isReady(), { timeoutMs: 50_000 });
  await proxy.pass();
  total += await produce();
  await waitFor(async () => (await store.counts()).owner_link_day >= total, { timeoutMs: 50_000 });
  // Who leaves has nothing under way: whatever would be counted twice is in by then.
  await Promise.all([first.stop(), second.stop()]);
  expect(await store.counts()).toEqual({
    clicks: total,
    link_day: total,
    owner_day: total,
    owner_link_day: total,
  });
  expect(second.seen.rows).toBeGreaterThan(0);

  const admin = createKafka(brokers, 'test', silentLog).admin();
  await admin.connect();
  const [[committed], ends] = await Promise.all([
    admin.fetchOffsets({ groupId, topics: [topic] }),
    admin.fetchTopicOffsets(topic),
  ]);
  for (const { partition, high } of ends) {
    const entry = committed?.partitions.find((candidate) => candidate.partition === partition);
    expect([entry?.offset, entry?.metadata ?? '']).toEqual([high, '']);
  }
  await admin.disconnect();
  await sink.close();
  await slowStore.drop();
  await proxy.close();
  await store.drop();
}, 120_000);
