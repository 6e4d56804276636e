import type { Admin } from 'kafkajs';

/** A topic to have. */
export interface TopicWish {
  topic: string;
  partitions: number;
  /** Topic settings, e.g. `{ 'retention.ms': '604800000' }`. */
  config?: Readonly<Record<string, string>>;
}

/** Makes the topics that are missing; existing ones stay as they are. */
export async function createTopics(brokers: string, topics: readonly TopicWish[]): Promise<void> {
  await withAdmin(brokers, 5, async (admin) => {
    const existing = new Set(await admin.listTopics());
    await admin.createTopics({
      waitForLeaders: true,
      topics: topics
        .filter(({ topic }) => !existing.has(topic))
        .map(({ topic, partitions, config = {} }) => ({
          topic,
          numPartitions: partitions,
          replicationFactor: 1,
          configEntries: Object.entries(config).map(([name, value]) => ({ name, value })),
        })),
    });
  });
}

/** Resolves when the broker is registered with its controller. */
export async function brokerAnswers(brokers: string): Promise<void> {
  await withAdmin(brokers, 0, async (admin) => {
    const cluster = await admin.describeCluster();
    if (cluster.brokers.length === 0) throw new Error('no broker yet');
  });
}

async function withAdmin(
  brokers: string,
  retries: number,
  use: (admin: Admin) => Promise<void>,
): Promise<void> {
  const { Kafka, logLevel } = await import('kafkajs'); // loaded only where Kafka is used
  const kafka = new Kafka({
    clientId: 'brevia-engines',
    brokers: brokers.split(','),
    connectionTimeout: 1_000,
    retry: { retries },
    logLevel: logLevel.NOTHING,
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    await use(admin);
  } finally {
    await admin.disconnect();
  }
}
