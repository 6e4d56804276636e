import { randomBytes } from 'node:crypto';
import { encodeClicks } from '@brevia/core';
import { engines, uniqueName, waitFor } from '@brevia/engines/testing';
import kafkajs from 'kafkajs';
import { expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import { testClick } from '../testing/clicks.ts';
import { runSource } from '../testing/running-source.ts';
import { createTestStore } from '../testing/store.ts';
import { createKafka } from './client.ts';
import { createKafkaSource } from './source.ts';
import { ensureTopics } from './topics.ts';

it('no record in the topic stops those behind it, whatever its bytes are (CLICK-4)', async () => {
  const brokers = [engines().kafkaBrokers];
  const [topic, groupId] = [uniqueName('clicks'), uniqueName('group')];
  const kafka = createKafka(brokers, 'test', silentLog);
  const [admin, producer, store] = [kafka.admin(), kafka.producer(), await createTestStore()];
  await Promise.all([admin.connect(), producer.connect()]);
  await ensureTopics(admin, [{ topic, partitions: 1, replicationFactor: 1 }]);

  const good = encodeClicks([testClick({ owner: 'w1' })]);
  const strange: (string | Buffer | null)[] = [
    null,
    '',
    '\n\n\n',
    randomBytes(300_000),
    Buffer.from([0xef, 0xbb, 0xbf, 0x5b, 0x5d]),
    `${good.trimEnd()}\r\n`,
    '[]\n{}\nnull\n"click"\n[1,2,3,4,5,6,7,8,9,10,11]',
    `["id","default","abc1234","w1",${'9'.repeat(400)},"","","","","1","local"]`,
    good.replace('"FR"', '"ZZZ"'),
    good.replace('"1"', '"18446744073709551616"'),
    '['.repeat(200_000),
  ];
  // One by one, so that each is alone between two clicks.
  const values = strange.flatMap((value) => [value, good]);
  for (const value of values) {
    const compression = kafkajs.CompressionTypes.GZIP;
    await producer.send({ topic, compression, messages: [{ partition: 0, value }] });
  }
  const source = runSource(
    createKafkaSource({ brokers, topics: [topic], groupId, partitions: 1, sessionMs: 6_000 }),
    store,
    5,
  );
  // A carriage return at the end of a line does no harm to a click.
  const clicks = strange.length + 1;
  await waitFor(async () => (await store.counts()).owner_link_day >= clicks, { timeoutMs: 60_000 });
  await source.stop();
  expect(await store.counts()).toEqual({
    clicks,
    link_day: clicks,
    owner_day: clicks,
    owner_link_day: clicks,
  });
  expect(source.seen.dead).toBeGreaterThan(10);
  const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
  expect(committed?.partitions[0]?.offset).toBe(String(values.length));
  await Promise.all([admin.disconnect(), producer.disconnect(), store.drop()]);
}, 120_000);
