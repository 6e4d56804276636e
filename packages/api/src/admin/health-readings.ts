/** What an engine or app said when it was asked, and after how many milliseconds; `silent`: nothing in time, or an error. */
export type Reading<Value> = { readonly ms: number; readonly value: Value } | 'silent';

/** What a redirector says of itself. */
export interface RedirectorFigures {
  /** Since it started. */
  readonly clicksDropped: number;
  readonly clicksWaiting: number;
  /** What it has stopped to try for the moment. */
  readonly givenUp: readonly ('redis' | 'store' | 'clicks')[];
  readonly isDraining: boolean;
}

/** What a worker says of itself. */
export interface WorkerFigures {
  /** What of its dependencies does not work. */
  readonly broken: readonly ('clickhouse' | 'stream' | 'linkChanges')[];
  /** False for one that only brings link changes to the caches. */
  readonly countsClicks: boolean;
  /** Batches of clicks that are not counted yet. */
  readonly waitingBatches: number;
  /** Clicks that could not be read, since it started. */
  readonly deadLetters: number;
}

/** All that the web app can see from where it runs; null is what it is not set up to ask. */
export interface HealthReadings {
  readonly startedAt: Date;
  readonly store: Reading<unknown>;
  readonly redis: Reading<unknown> | null;
  readonly clickhouse: Reading<unknown> | null;
  /** As the workers wrote it into ClickHouse; its value is null where none ever counted. */
  readonly ingest: Reading<{
    readonly adapter: 'kafka' | 'spool';
    readonly completeTo: Date;
    readonly writtenAt: Date;
  } | null> | null;
  readonly redirector: Reading<RedirectorFigures> | null;
  readonly worker: Reading<WorkerFigures> | null;
}
