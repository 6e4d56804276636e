import { setImmediate as nextTurn } from 'node:timers/promises';
import { planBatches, type PlannedBatch, type StreamRecord } from './plan.ts';
import type { DeadLetterBox, IngestObserver, PositionStore, RowStore, StreamName } from './ports.ts';
import type { Position } from './position.ts';
import { encodeRows } from './rows.ts';

export interface StreamDeps {
  readonly source: StreamName;
  readonly rows: RowStore;
  readonly deadLetters: DeadLetterBox;
  readonly observer: IngestObserver;
  readonly agentCells: (userAgent: string) => string;
  /** A batch is closed at this many rows. */
  readonly maxRows: number;
}

/** What one visit to a stream gives the core. */
export interface StreamVisit {
  readonly positions: PositionStore;
  /** Called between attempts while ClickHouse is away: waits, keeps the stream ours, and rejects when it is time to stop. */
  readonly pause: (attempt: number) => Promise<void>;
}

export interface StreamIngest {
  position(): Position;
  /** The offset that should be offered next. */
  next(): number;
  /** Time of the newest click inserted, 0 before the first. */
  newest(): number;
  /**
   * Takes the next records of the stream and inserts every complete batch. After a rejection its state is unknown: drop this
   * object, read the position again and begin anew.
   */
  offer(records: readonly StreamRecord[], visit: StreamVisit): Promise<void>;
}

/**
 * One ordered stream of records on its way into ClickHouse, each click exactly once:
 *
 *  1. announce: the bounds F..L of the batch are written beside the stream;
 *  2. insert with the token `adapter:stream:partition:F-L`; every target table drops a block whose token it has seen;
 *  3. commit L+1.
 *
 * A crash between 1 and 3 leaves the announcement, and the next life builds the same F..L first and inserts it under the same
 * token: tables that had it drop it, tables that missed it take it. Without 1 the batch would be cut elsewhere, get another
 * token, and be counted twice.
 */
export function createStreamIngest(start: Position, deps: StreamDeps): StreamIngest {
  const { source } = deps;
  let position = start;
  let waiting: readonly StreamRecord[] = [];
  let newest = 0;

  async function insert(rows: string, token: string, visit: StreamVisit): Promise<'done' | 'refused'> {
    for (let attempt = 1; ; attempt++) {
      try {
        await deps.rows.insert(rows, token);
        return 'done';
      } catch (error) {
        if (deps.rows.isRefusal(error)) return 'refused';
        deps.observer.retried(error);
        await visit.pause(attempt);
      }
    }
  }

  async function insertBatch(batch: PlannedBatch, visit: StreamVisit): Promise<void> {
    const began = performance.now();
    const token = `${source.adapter}:${source.stream}:${source.partition}:${batch.first}-${batch.last}`;
    const encoded = encodeRows(batch.records, source, deps.agentCells);
    // A large batch keeps the event loop for 200 ms. Let it see which idle connections the server has closed meanwhile.
    await nextTurn();
    if (encoded.dead.length > 0) await bury(encoded.dead);
    if (encoded.count > 0 && (await insert(encoded.rows, token, visit)) === 'refused') {
      await insertOneByOne(batch, token, visit);
    }
    deps.observer.inserted(encoded.count, performance.now() - began);
    newest = Math.max(newest, encoded.newest);
  }

  /** ClickHouse refused a block and so kept none of it: record by record, the bad one is found and the rest gets in. */
  async function insertOneByOne(batch: PlannedBatch, token: string, visit: StreamVisit): Promise<void> {
    for (const record of batch.records) {
      const encoded = encodeRows([record], source, deps.agentCells);
      if (encoded.count === 0) continue;
      if ((await insert(encoded.rows, `${token}#${record.offset}`, visit)) === 'done') continue;
      await bury([{ offset: record.offset, line: 0, text: record.value, reason: 'refused' }]);
    }
  }

  async function bury(letters: Parameters<DeadLetterBox['put']>[1]): Promise<void> {
    await deps.deadLetters.put(source, letters);
    deps.observer.died(letters.length);
  }

  return {
    position: () => position,
    next: () => (waiting.at(-1)?.offset ?? position.committed - 1) + 1,
    newest: () => newest,
    offer: async (records, visit) => {
      const plan = planBatches(position, [...waiting, ...records], deps.maxRows);
      waiting = plan.rest;
      for (const batch of plan.batches) {
        if (!batch.replay) await visit.positions.announce(batch.first, batch.last);
        position = { committed: batch.first, intent: batch.last };
        await insertBatch(batch, visit);
        position = { committed: batch.last + 1, intent: null };
      }
      // One commit for all: the next announcement says that the batch before it is done.
      if (plan.batches.length > 0) await visit.positions.commit(position.committed);
    },
  };
}
