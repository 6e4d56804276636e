import type { Admin } from 'kafkajs';

export const CLICK_TOPIC = 'clicks';
export const DEAD_TOPIC = 'clicks-dead';
export const WORKER_GROUP = 'brevia-clicks';

export interface TopicPlan {
  readonly topic: string;
  readonly partitions: number;
  /** -1: the broker's default. */
  readonly replicationFactor: number;
}

/** Seven days: how long ClickHouse may be down before a click is lost (CLICK-4). */
const RETENTION_MS = 7 * 24 * 3_600_000;

/** Creates the topics that are missing; those that exist keep what the operator chose. Safe to run from many processes. */
export async function ensureTopics(admin: Admin, plans: readonly TopicPlan[]): Promise<void> {
  const present = new Set(await admin.listTopics());
  const missing = plans.filter((plan) => !present.has(plan.topic));
  if (missing.length === 0) return;
  try {
    await admin.createTopics({
      waitForLeaders: true,
      topics: missing.map((plan) => ({
        topic: plan.topic,
        numPartitions: plan.partitions,
        replicationFactor: plan.replicationFactor,
        configEntries: [{ name: 'retention.ms', value: String(RETENTION_MS) }],
      })),
    });
  } catch (error) {
    const now = new Set(await admin.listTopics());
    if (missing.some((plan) => !now.has(plan.topic))) throw error;
  }
}

export async function partitionCount(admin: Admin, topic: string): Promise<number> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  const count = topics[0]?.partitions.length ?? 0;
  if (count === 0) throw new Error(`topic ${topic} has no partitions`);
  return count;
}
