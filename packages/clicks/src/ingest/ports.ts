import type { DeadLetter } from './rows.ts';

/** What a partition needs to remember, kept beside its stream (Kafka's commit metadata, or a file of the spool). */
export interface PositionStore {
  /** Before the insert: the records `first` to `last` are about to be inserted together. Rejects when the partition is not ours any more. */
  announce(first: number, last: number): Promise<void>;
  /** After the insert: everything below `next` is counted, nothing is under way. */
  commit(next: number): Promise<void>;
}

/** Where rows go. */
export interface RowStore {
  /** Inserts rows in one block under a token: a second insert with the same token changes nothing. */
  insert(rows: string, token: string): Promise<void>;
  /** Whether ClickHouse refused the rows themselves, so that trying again is useless. */
  isRefusal(error: unknown): boolean;
}

export interface DeadLetterBox {
  put(source: StreamName, letters: readonly DeadLetter[]): Promise<void>;
}

/** Which stream: a Kafka topic and partition, or a folder of the spool and 0. */
export interface StreamName {
  readonly adapter: 'kafka' | 'spool';
  readonly stream: string;
  readonly partition: number;
}

/** What was read from a stream at once. */
export interface Fetched {
  readonly source: StreamName;
  readonly records: number;
  /** When reading began and ended, in milliseconds since 1970 UTC. */
  readonly from: number;
  readonly to: number;
  /** W3C trace contexts that came with the records. */
  readonly traceparents: readonly string[];
}

/** Runs the steps of an ingest, for traces: awaits `work` once and gives back what it gave. */
export interface IngestTrace {
  batch(this: void, fetched: Fetched, work: () => Promise<void>): Promise<void>;
  announce(this: void, work: () => Promise<void>): Promise<void>;
  commit(this: void, work: () => Promise<void>): Promise<void>;
}

/** What happened, for metrics. */
export interface IngestObserver {
  inserted(rows: number, milliseconds: number): void;
  retried(error: unknown): void;
  died(letters: number): void;
}
