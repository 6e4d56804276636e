import { setTimeout as sleep } from 'node:timers/promises';
import { decodeChange } from '@brevia/cache';
import { ensureTopics } from '@brevia/clicks';
import type { LinkChange } from '@brevia/core';
import { CHANGE_TOPIC, type Kafka, type TopicSettings } from './kafka-publisher.ts';
import type { RelayLog } from './log.ts';

export interface ChangeConsumerDeps extends TopicSettings {
  readonly kafka: Kafka;
  readonly region: string;
  /** The own topic and those that MirrorMaker brings from other regions, such as `eu.link-changes`. Default: the own one. */
  readonly topics?: readonly string[];
  readonly apply: (changes: readonly LinkChange[]) => Promise<void>;
  readonly log: RelayLog;
}

export interface ChangeConsumer {
  /** Returns within two seconds, whatever the brokers do (C232). */
  stop(): Promise<void>;
  isWorking(): boolean;
}

const RETRY_MS = 500;

/**
 * Applies the changes of every region to the caches of this one. All workers of a region share the partitions. While Redis is
 * away changes wait in Kafka; what can't be read is skipped. Never ends by itself: a session that crashed is followed by another.
 */
export function startChangeConsumer(deps: ChangeConsumerDeps): ChangeConsumer {
  const { kafka, region, apply, log, topic = CHANGE_TOPIC, partitions = 4, replicationFactor = -1 } = deps;
  const topics = deps.topics ?? [topic];
  const stopping = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  let working = false;

  async function session(): Promise<void> {
    const admin = kafka.admin();
    const consumer = kafka.consumer({
      groupId: `${CHANGE_TOPIC}.${region}`,
      sessionTimeout: 15_000,
      maxWaitTimeInMs: 200,
    });
    try {
      await admin.connect();
      await ensureTopics(
        admin,
        topics.map((each) => ({ topic: each, partitions, replicationFactor })),
      );
      await consumer.connect();
      // A new region has no caches to correct: it needs no history.
      await consumer.subscribe({ topics: [...topics], fromBeginning: false });
      const crashed = new Promise<never>((_resolve, reject) => {
        consumer.on(consumer.events.CRASH, ({ payload }) => {
          working = false;
          if (!payload.restart) reject(payload.error);
        });
      });
      const stopped = new Promise<void>((resolve) =>
        stopping.signal.addEventListener('abort', () => resolve()),
      );
      consumer.on(consumer.events.GROUP_JOIN, () => {
        working = true;
      });
      await consumer.run({
        eachBatchAutoResolve: false,
        eachBatch: async (payload) => {
          const { batch } = payload;
          const changes = batch.messages
            .map((message) => decodeChange(message.value?.toString() ?? ''))
            .filter((change) => change !== null);
          while (payload.isRunning() && !payload.isStale() && !stopping.signal.aborted) {
            try {
              await apply(changes);
              payload.resolveOffset(batch.lastOffset());
              await payload.commitOffsetsIfNecessary();
              if (!working) log.info({ region }, 'link changes reach the caches again');
              working = true;
              return;
            } catch (error) {
              if (working) log.warn({ region, err: error }, 'link changes wait for the caches');
              working = false;
              await pause(RETRY_MS);
              await payload.heartbeat();
            }
          }
        },
      });
      if (!stopping.signal.aborted) await Promise.race([crashed, stopped]);
    } finally {
      working = false;
      // A broker that is away must not hold us.
      await Promise.race([Promise.allSettled([consumer.disconnect(), admin.disconnect()]), sleep(2_000)]);
    }
  }

  async function run(): Promise<void> {
    for (let told = false; !stopping.signal.aborted;) {
      try {
        await session();
        told = false;
      } catch (error) {
        if (!told) log.warn({ region, err: error }, 'no link changes from Kafka');
        told = true;
        await pause(RETRY_MS);
      }
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([running, sleep(2_500)]);
    },
    isWorking: () => working,
  };
}
