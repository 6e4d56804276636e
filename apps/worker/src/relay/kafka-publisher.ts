import { encodeChange } from '@brevia/cache';
import { ensureTopics, type createKafka } from '@brevia/clicks';
import type { LinkChange } from '@brevia/core';
import { keyOf } from './apply.ts';

export type Kafka = ReturnType<typeof createKafka>;

export const CHANGE_TOPIC = 'link-changes';

export interface ChangePublisher {
  /** Resolves when the brokers have all of them. */
  readonly publish: (changes: readonly LinkChange[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface TopicSettings {
  /** Default `link-changes`. */
  readonly topic?: string;
  /** Of a topic that has to be created. */
  readonly partitions?: number;
  readonly replicationFactor?: number;
}

/** Publishes changes to the topic that is mirrored to every region. Connects at the first change, and again after an outage. */
export function createChangePublisher(kafka: Kafka, settings: TopicSettings = {}): ChangePublisher {
  const { topic = CHANGE_TOPIC, partitions = 4, replicationFactor = -1 } = settings;
  const producer = kafka.producer({ allowAutoTopicCreation: false, retry: { retries: 2 } });
  let connected: Promise<void> | null = null;

  async function connect(): Promise<void> {
    const admin = kafka.admin();
    try {
      await admin.connect();
      await ensureTopics(admin, [{ topic, partitions, replicationFactor }]);
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
    await producer.connect();
  }

  return {
    async publish(changes) {
      connected ??= connect();
      try {
        await connected;
        await producer.send({
          topic,
          acks: -1,
          messages: changes.map((change) => ({ key: keyOf(change), value: encodeChange(change) })),
        });
      } catch (error) {
        connected = null;
        throw error;
      }
    },
    close: () => producer.disconnect(),
  };
}
