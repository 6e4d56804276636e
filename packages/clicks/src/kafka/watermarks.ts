import type { Admin } from 'kafkajs';
import type { ProgressBoard } from '../ingest/progress.ts';
import { readPositions } from './positions.ts';

/** How far the partitions go and how far we are, asked once a second: the lag, `last_updated`, and the watchdog. */
export interface Watermarks {
  reset(assignment: Readonly<Record<string, readonly number[]>>, now: number): void;
  /** Everything below `next` is counted. */
  reached(topic: string, partition: number, next: number, now: number): void;
  /** The offsets `first` to `next`, `next` not included, hold no records: transactions leave such marks (MirrorMaker's). */
  empty(topic: string, partition: number, first: number, next: number): void;
  /** Something moves, though nothing is consumed: an insert is tried again. */
  alive(now: number): void;
  /** No partition is ours: `poll` asks nothing. */
  isIdle(): boolean;
  poll(): Promise<void>;
  /** For how long records have been waiting (milliseconds) without anything moving. */
  stuckFor(now: number): number;
}

interface Mark {
  readonly at: number;
  readonly high: number;
}

interface Tracked {
  readonly topic: string;
  readonly partition: number;
  next: number | null;
  high: number;
  /** The latest run of offsets without records. */
  empty: { readonly first: number; readonly next: number } | null;
  /** Ends of the partition seen earlier and not reached yet: under steady traffic the latest end is never reached. */
  marks: Mark[];
}

const MAX_MARKS = 600;

export function createWatermarks(deps: {
  readonly admin: Admin;
  readonly groupId: string;
  readonly progress: ProgressBoard;
}): Watermarks {
  const { admin, groupId, progress } = deps;
  let tracked: Tracked[] = [];
  let movedAt = 0;

  const settle = (entry: Tracked): void => {
    if (entry.next === null) return;
    if (entry.empty !== null && entry.next >= entry.empty.first)
      entry.next = Math.max(entry.next, entry.empty.next);
    const next = entry.next;
    const passed = entry.marks.findLast((mark) => mark.high <= next);
    if (!passed) return;
    entry.marks = entry.marks.filter((mark) => mark.high > next);
    const source = { adapter: 'kafka', stream: entry.topic, partition: entry.partition } as const;
    progress.report(source, passed.at, Math.max(0, entry.high - next));
  };

  async function pollTopic(topic: string): Promise<void> {
    const entries = tracked.filter((entry) => entry.topic === topic);
    const at = Date.now();
    const offsets = await admin.fetchTopicOffsets(topic);
    const fresh = entries.filter((entry) => entry.next === null).map((entry) => entry.partition);
    const positions = fresh.length > 0 ? await readPositions(admin, groupId, topic, fresh) : [];
    for (const entry of entries) {
      const found = offsets.find((candidate) => candidate.partition === entry.partition);
      if (!found) continue;
      const known = positions.find((candidate) => candidate.partition === entry.partition)?.position;
      entry.next ??= known ? known.committed : Number(found.low);
      entry.high = Number(found.high);
      entry.marks.push({ at, high: entry.high });
      if (entry.marks.length > MAX_MARKS) entry.marks.splice(1, 1);
      settle(entry);
    }
  }

  return {
    reset: (assignment, now) => {
      for (const { topic, partition } of tracked)
        progress.forget({ adapter: 'kafka', stream: topic, partition });
      tracked = Object.entries(assignment).flatMap(([topic, partitions]) =>
        partitions.map((partition) => ({ topic, partition, next: null, high: 0, empty: null, marks: [] })),
      );
      movedAt = now;
    },
    reached: (topic, partition, next, now) => {
      movedAt = now;
      const entry = tracked.find((item) => item.topic === topic && item.partition === partition);
      if (!entry) return;
      entry.next = next;
      settle(entry);
    },
    empty: (topic, partition, first, next) => {
      const entry = tracked.find((item) => item.topic === topic && item.partition === partition);
      if (!entry) return;
      const goesOn = entry.empty !== null && entry.empty.next === first;
      entry.empty = { first: goesOn ? (entry.empty?.first ?? first) : first, next };
      settle(entry);
    },
    alive: (now) => {
      movedAt = now;
    },
    isIdle: () => tracked.length === 0,
    poll: async () => {
      for (const topic of new Set(tracked.map((entry) => entry.topic))) await pollTopic(topic);
    },
    stuckFor: (now) => {
      const waits = tracked.some((entry) => entry.next !== null && entry.next < entry.high);
      // The first record after a quiet time has not waited for as long as it was quiet.
      if (!waits) movedAt = now;
      return now - movedAt;
    },
  };
}
