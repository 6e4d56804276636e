import type { ProgressBoard } from './progress.ts';
import type { IngestObserver, IngestTrace, RowStore } from './ports.ts';

/** What the worker gives to a source of clicks. */
export interface IngestDeps {
  readonly rows: RowStore;
  readonly observer: IngestObserver;
  readonly progress: ProgressBoard;
  readonly agentCells: (userAgent: string) => string;
  /** A batch is closed at this many rows; the time limit of one second is each source's rhythm. */
  readonly maxRows: number;
  /** Default: the steps are just run. */
  readonly trace?: IngestTrace | undefined;
}

/** A click stream, read from where the last worker stopped and ingested until told to stop. */
export interface ClickSource {
  readonly adapter: 'kafka' | 'spool';
  /** Runs until `stop`. Rejects only when nothing but a new process can help. */
  run(deps: IngestDeps): Promise<void>;
  /** Lets the insert that is under way end, then leaves; `run` resolves. Waits for no broker. */
  stop(): Promise<void>;
  /** Whether the stream can be read at the moment. */
  isReady(): boolean;
}

/** Thrown by a pause when the worker is to stop: what is under way stays announced and is done by the next life. */
export class StopIngest extends Error {
  override readonly name = 'StopIngest';
}

/** Waiting time before the n-th repetition of an insert: 100 ms, doubling to 2 s, with jitter so that workers do not come together. */
export function retryDelay(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(2_000, 100 * 2 ** Math.min(attempt - 1, 10));
  return ceiling / 2 + (random() * ceiling) / 2;
}
