import { createRowStore } from '../clickhouse/client.ts';
import { createAgentReader } from '../ingest/agent.ts';
import { createProgressBoard } from '../ingest/progress.ts';
import type { ClickSource } from '../ingest/source.ts';
import type { TestStore } from './store.ts';

export interface RunningSource {
  readonly source: ClickSource;
  /** What the observer was told. */
  readonly seen: { rows: number; batches: number; retries: number; dead: number };
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Runs a source as the worker does, against a test's own ClickHouse database. */
export function runSource(source: ClickSource, store: TestStore, maxRows = 1_000): RunningSource {
  const seen = { rows: 0, batches: 0, retries: 0, dead: 0 };
  const progress = createProgressBoard(store.client, () => true);
  const timer = setInterval(() => void progress.flush(Date.now()), 200);
  const ended = source.run({
    rows: createRowStore(store.client),
    observer: {
      inserted: (rows) => {
        seen.rows += rows;
        seen.batches++;
      },
      retried: () => seen.retries++,
      died: (letters) => (seen.dead += letters),
    },
    progress,
    agentCells: createAgentReader(),
    maxRows,
  });
  ended.catch(() => undefined);
  return {
    source,
    seen,
    ended,
    stop: async () => {
      await source.stop();
      clearInterval(timer);
      await progress.flush(Date.now());
    },
  };
}
