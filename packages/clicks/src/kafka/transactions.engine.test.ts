import { encodeClicks } from '@brevia/core';
import { engines, uniqueName, waitFor } from '@brevia/engines/testing';
import { expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import { testClick } from '../testing/clicks.ts';
import { runSource } from '../testing/running-source.ts';
import { createTestStore } from '../testing/store.ts';
import { createKafka } from './client.ts';
import { createKafkaSource } from './source.ts';
import { ensureTopics } from './topics.ts';

it('a topic that is written in transactions, as MirrorMaker does exactly-once, is counted to its end and never looks stuck', async () => {
  const brokers = [engines().kafkaBrokers];
  const [topic, groupId] = [uniqueName('clicks'), uniqueName('group')];
  const kafka = createKafka(brokers, 'test', silentLog);
  const producer = kafka.producer({ transactionalId: topic, idempotent: true, maxInFlightRequests: 1 });
  const [admin, store] = [kafka.admin(), await createTestStore()];
  await Promise.all([admin.connect(), producer.connect()]);
  await ensureTopics(admin, [{ topic, partitions: 1, replicationFactor: 1 }]);
  const write = async (how: 'commit' | 'abort') => {
    const transaction = await producer.transaction();
    const value = encodeClicks([testClick({ owner: 'w1' })]);
    await transaction.send({ topic, messages: [{ partition: 0, value }] });
    await transaction[how]();
  };
  const run = () =>
    runSource(
      createKafkaSource({
        brokers,
        topics: [topic],
        groupId,
        partitions: 1,
        sessionMs: 6_000,
        stuckMs: 2_500,
      }),
      store,
    );
  const completeTo = async () => {
    const answer = await store.client.query({
      query: `SELECT max(complete_to) AS at FROM ingest_progress WHERE stream = {topic: String}`,
      query_params: { topic },
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ at: string }>();
    return Date.parse(`${row?.at.replace(' ', 'T')}Z`);
  };

  await write('commit');
  let source = run();
  await write('abort');
  await write('commit');
  const counted = async (clicks: number) => {
    await waitFor(async () => (await store.counts()).clicks === clicks, { timeoutMs: 60_000 });
    const since = Date.now();
    // Longer than `stuckMs`, and only if the end of the topic counts as reached.
    await waitFor(async () => (await completeTo()) > since + 3_000, { timeoutMs: 60_000 });
  };
  await counted(2);
  await source.stop();
  await source.ended;

  // The next life begins at what was committed, where only a mark is left.
  source = run();
  await counted(2);
  await write('commit');
  await counted(3);
  await source.stop();
  await source.ended;
  expect((await store.counts()).link_day).toBe(3);
  await Promise.all([admin.disconnect(), producer.disconnect(), store.drop()]);
}, 180_000);
