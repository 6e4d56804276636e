import { setTimeout as wait } from 'node:timers/promises';
import type { Admin, Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { createStreamIngest, type StreamIngest, type StreamVisit } from '../ingest/ingest-stream.ts';
import type { StreamRecord } from '../ingest/plan.ts';
import type { DeadLetterBox, Fetched, StreamName } from '../ingest/ports.ts';
import { retryDelay, StopIngest, type IngestDeps } from '../ingest/source.ts';
import { tracedPositions } from '../ingest/traced-positions.ts';
import { positionStore, readPositions } from './positions.ts';
import { createWatermarks, type Watermarks } from './watermarks.ts';

/** Also while an insert takes long: see `take`. */
export const HEARTBEAT_MS = 2_000;

export interface Assignment {
  /** Ingests one fetched batch of a partition of ours. */
  take(payload: EachBatchPayload): Promise<void>;
  /** The group has another generation: forgets everything. */
  reset(assignment: Readonly<Record<string, readonly number[]>>): void;
  readonly watermarks: Watermarks;
}

interface AssignmentDeps {
  readonly admin: Admin;
  readonly consumer: Consumer;
  readonly groupId: string;
  readonly deadLetters: DeadLetterBox;
  readonly deps: IngestDeps;
  /** When the last fetch began and ended, in milliseconds since 1970 UTC. */
  readonly lastFetch: () => { readonly from: number; readonly to: number };
  readonly stopping: AbortSignal;
}

interface Assigned {
  readonly stream: StreamIngest;
  /** A seek to the position was made: what is missing from here on is missing in Kafka. */
  sought: boolean;
}

/** The partitions that are ours in this generation of the group. All that is known of them is dropped with every join. */
export function createAssignment({
  admin,
  consumer,
  groupId,
  deadLetters,
  deps,
  lastFetch,
  stopping,
}: AssignmentDeps): Assignment {
  let partitions = new Map<string, Assigned>();
  const watermarks = createWatermarks({ admin, groupId, progress: deps.progress });

  async function open(topic: string, partition: number, earliest: number): Promise<Assigned> {
    const source: StreamName = { adapter: 'kafka', stream: topic, partition };
    const [position] = await readPositions(admin, groupId, topic, [partition]);
    const start = position?.position ?? { committed: earliest, intent: null };
    return { stream: createStreamIngest(start, { ...deps, source, deadLetters }), sought: false };
  }

  async function take(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const { topic, partition } = batch;
    if (!payload.isRunning() || payload.isStale() || stopping.aborted) return;
    const mine = partitions;
    const isCurrent = (): boolean => mine === partitions;
    const key = `${topic}:${partition}`;
    const first = Number(batch.messages[0]?.offset ?? batch.firstOffset() ?? 0);
    const assigned = mine.get(key) ?? (await open(topic, partition, first));
    mine.set(key, assigned);
    const { stream } = assigned;
    const seek = (): void => consumer.seek({ topic, partition, offset: String(stream.position().committed) });
    if (first > stream.next() && !assigned.sought) {
      assigned.sought = true;
      return seek();
    }
    const visit: StreamVisit = {
      positions: tracedPositions(
        positionStore(topic, partition, (offsets) => {
          // After a rejoin kafkajs lets the handlers of the old generation run on, and would commit for them as a member of
          // the new one. The broker can't tell, so it is refused here.
          if (!isCurrent()) throw new StopIngest();
          return payload.commitOffsetsIfNecessary(offsets);
        }),
        deps.trace,
      ),
      pause: async (attempt) => {
        watermarks.alive(Date.now());
        await wait(retryDelay(attempt), undefined, { signal: stopping }).catch(() => undefined);
        if (stopping.aborted || !payload.isRunning() || !isCurrent()) throw new StopIngest();
        await payload.heartbeat();
      },
    };
    // Of an insert that takes long the broker must not think that we are gone (C234). A failed one shows at the next commit.
    const beat = setInterval(() => void payload.heartbeat().catch(() => undefined), HEARTBEAT_MS);
    try {
      const ingest = (): Promise<void> => stream.offer(batch.messages.map(toRecord), visit);
      await (deps.trace === undefined
        ? ingest()
        : deps.trace.batch(fetched(topic, partition, batch), ingest));
      if (!isCurrent()) return;
      payload.resolveOffset(batch.lastOffset());
      const end = Number(batch.messages.at(-1)?.offset ?? -1) + 1;
      watermarks.empty(topic, partition, end, Number(batch.lastOffset()) + 1);
      watermarks.reached(topic, partition, stream.next(), Date.now());
    } catch (error) {
      mine.delete(key);
      if (error instanceof StopIngest) return;
      if (isCurrent()) seek();
      throw error;
    } finally {
      clearInterval(beat);
    }
  }

  const fetched = (topic: string, partition: number, { messages }: EachBatchPayload['batch']): Fetched => ({
    source: { adapter: 'kafka', stream: topic, partition },
    records: messages.length,
    ...lastFetch(),
    traceparents: messages.flatMap(({ headers }) => headers?.['traceparent']?.toString() ?? []),
  });

  return {
    take,
    watermarks,
    reset: (assignment: Readonly<Record<string, readonly number[]>>) => {
      partitions = new Map();
      watermarks.reset(assignment, Date.now());
    },
  };
}

const toRecord = (message: KafkaMessage): StreamRecord => ({
  offset: Number(message.offset),
  value: message.value?.toString('utf8') ?? '',
});
