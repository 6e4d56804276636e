import type { Admin, OffsetsByTopicPartition } from 'kafkajs';
import type { PositionStore } from '../ingest/ports.ts';
import type { Position } from '../ingest/position.ts';

const INTENT = /^to=(\d{1,15})$/;

/**
 * Positions live in the group's commits: the committed offset is where the batch under way begins, its metadata `to=L`
 * where it ends. A commit by a member that has lost the partition is refused by the broker, so a zombie can't announce.
 */
export function positionStore(
  topic: string,
  partition: number,
  commit: (offsets: OffsetsByTopicPartition) => Promise<void>,
): PositionStore {
  const write = async (offset: number, metadata: string): Promise<void> =>
    // `commitOffsets` of the consumer does nothing, silently, while it stops; this one commits.
    commit({ topics: [{ topic, partitions: [{ partition, offset: String(offset), metadata } as never] }] });
  return {
    announce: (first, last) => write(first, `to=${last}`),
    commit: (next) => write(next, ''),
  };
}

/** Positions of some partitions; null where the group has never committed. */
export async function readPositions(
  admin: Admin,
  groupId: string,
  topic: string,
  partitions: readonly number[],
): Promise<{ partition: number; position: Position | null }[]> {
  const [found] = await admin.fetchOffsets({ groupId, topics: [topic] });
  return partitions.map((partition) => {
    const entry = found?.partitions.find((candidate) => candidate.partition === partition);
    const committed = Number(entry?.offset ?? -1);
    if (committed < 0) return { partition, position: null };
    const intent = INTENT.exec(entry?.metadata ?? '')?.[1];
    return { partition, position: { committed, intent: intent === undefined ? null : Number(intent) } };
  });
}
