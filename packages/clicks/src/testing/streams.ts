import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeClicks } from '@brevia/core';
import { engines, uniqueName, waitFor } from '@brevia/engines/testing';
import kafkajs, { type EachBatchPayload } from 'kafkajs';
import type { Position } from '../ingest/position.ts';
import type { ClickSource } from '../ingest/source.ts';
import { createKafka } from '../kafka/client.ts';
import { positionStore } from '../kafka/positions.ts';
import { createKafkaSink } from '../kafka/sink.ts';
import { createKafkaSource } from '../kafka/source.ts';
import { silentLog } from '../log.ts';
import type { ClickSink } from '../sink.ts';
import { listFolders } from '../spool/layout.ts';
import { createSpoolSink } from '../spool/sink.ts';
import { createSpoolSource } from '../spool/source.ts';
import { readState, writeState } from '../spool/state.ts';
import { testClick } from './clicks.ts';

/** A stream of clicks for one test: what both adapters can do, in one shape. */
export interface Stream {
  sink(): ClickSink;
  source(): ClickSource;
  /** Puts a record into the stream past the sink. */
  putRaw(value: string): Promise<void>;
  /** Name and position of the only partition that holds anything. */
  position(): Promise<{ stream: string; partition: number; position: Position }>;
  /** As a worker that died in the middle of a batch would have left it. */
  setPosition(position: Position): Promise<void>;
  /** What was put aside, once it is so many. */
  dead(letters: number): Promise<string[]>;
  close(): Promise<void>;
  /** From the sink to the stats, at most (issue 5, item 7), milliseconds. */
  readonly freshness: number;
}

export async function spoolStream(): Promise<Stream> {
  const dir = await mkdtemp(join(tmpdir(), 'brevia-adapter-'));
  const folder = async (): Promise<string> => join(dir, (await listFolders(dir))[0] ?? '');
  return {
    freshness: 3_000,
    sink: () => createSpoolSink({ dir }),
    source: () => createSpoolSource({ dir }),
    putRaw: async (value) => {
      const sink = createSpoolSink({ dir });
      await sink.send([{ partition: 0, count: 1, ndjson: value }]);
      await sink.close();
    },
    position: async () => {
      const stream = (await listFolders(dir))[0] ?? '';
      return { stream, partition: 0, position: await readState(await folder()) };
    },
    setPosition: async (position) => writeState(await folder(), position),
    dead: async () => {
      const text = await readFile(join(dir, 'dead.ndjson'), 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { text: string }).text);
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
}

export async function kafkaStream(): Promise<Stream> {
  const brokers = [engines().kafkaBrokers];
  const topic = uniqueName('clicks');
  const groupId = uniqueName('group');
  const kafka = createKafka(brokers, 'test', silentLog);
  const admin = kafka.admin();
  await admin.connect();
  const partitions = 1;
  return {
    freshness: 5_000,
    sink: () => createKafkaSink({ brokers, topic, partitions }),
    source: () => createKafkaSource({ brokers, topics: [topic], groupId, partitions, sessionMs: 6_000 }),
    putRaw: async (value) => {
      const producer = kafka.producer();
      await producer.connect();
      const compression = kafkajs.CompressionTypes.GZIP;
      await producer.send({ topic, compression, messages: [{ partition: 0, value }] });
      await producer.disconnect();
    },
    position: async () => {
      const [found] = await admin.fetchOffsets({ groupId, topics: [topic] });
      const entry = found?.partitions[0];
      const intent = /^to=(\d+)$/.exec(entry?.metadata ?? '')?.[1];
      const committed = Math.max(0, Number(entry?.offset ?? 0));
      return { stream: topic, partition: 0, position: { committed, intent: intent ? Number(intent) : null } };
    },
    setPosition: async ({ committed, intent }) => {
      await admin.setOffsets({ groupId, topic, partitions: [{ partition: 0, offset: String(committed) }] });
      // Only a member of the group can commit metadata.
      const consumer = kafka.consumer({ groupId });
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await new Promise<void>((resolve, reject) => {
        const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
          const positions = positionStore(topic, 0, (offsets) => payload.commitOffsetsIfNecessary(offsets));
          await positions.announce(committed, intent ?? 0).then(resolve, reject);
        };
        consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch }).catch(reject);
      });
      await consumer.disconnect();
    },
    dead: async (letters) => {
      const consumer = kafka.consumer({ groupId: uniqueName('dead') });
      const found: string[] = [];
      await consumer.connect();
      await consumer.subscribe({ topics: ['clicks-dead'], fromBeginning: true });
      await consumer.run({
        eachMessage: ({ message }) => {
          if (String(message.headers?.['stream']) === topic) found.push(String(message.value));
          return Promise.resolve();
        },
      });
      await waitFor(() => found.length >= letters, { timeoutMs: 20_000 }).catch(() => undefined);
      await consumer.disconnect();
      return found;
    },
    close: () => admin.disconnect(),
  };
}

/** One batch of clicks on the link `abc1234` of the workspace `w1`. */
export const batchOf = (sink: ClickSink, count: number, fields: Parameters<typeof testClick>[0] = {}) => {
  const clicks = Array.from({ length: count }, () => testClick({ owner: 'w1', ...fields }));
  return { partition: sink.partitionFor('default', 'abc1234'), count, ndjson: encodeClicks(clicks) };
};
