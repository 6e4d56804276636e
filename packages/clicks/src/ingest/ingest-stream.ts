import { setImmediate as nextTurn } from 'node:timers/promises';
import { planBatches, type PlannedBatch, type StreamRecord } from './plan.ts';
import type { DeadLetterBox, IngestObserver, PositionStore, RowStore, StreamName } from './ports.ts';
import type { Position } from './position.ts';
import { encodeEachRow, encodeRows, type PlacedRow } from './rows.ts';

/** A letter is to be looked at; a line may be larger than any record that a broker takes, since records are compressed. */
const MAX_LETTER = 64 * 1024;

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
      await insertHalves(encodeEachRow(batch.records, source, deps.agentCells), token, visit);
    }
    deps.observer.inserted(encoded.count, performance.now() - began);
    newest = Math.max(newest, encoded.newest);
  }

  /**
   * ClickHouse refused a block and so kept none of it. In halves, and halves of these, the rows that it refuses are found,
   * and all others get in. A crash on the way does no harm: the next life is refused the same block and cuts it alike.
   */
  async function insertHalves(rows: readonly PlacedRow[], token: string, visit: StreamVisit): Promise<void> {
    const [first] = rows;
    const last = rows.at(-1);
    if (!first || !last) return;
    const part = `${token}#${first.offset}.${first.line}-${last.offset}.${last.line}`;
    if ((await insert(rows.map(({ row }) => row).join(''), part, visit)) === 'done') return;
    if (rows.length === 1) {
      const { offset, line, text } = first;
      return bury([{ offset, line, text, reason: 'refused' }]);
    }
    const middle = rows.length >> 1;
    await insertHalves(rows.slice(0, middle), token, visit);
    await insertHalves(rows.slice(middle), token, visit);
  }

  async function bury(letters: Parameters<DeadLetterBox['put']>[1]): Promise<void> {
    const cut = letters.map((letter) => ({ ...letter, text: letter.text.slice(0, MAX_LETTER) }));
    await deps.deadLetters.put(source, cut);
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
