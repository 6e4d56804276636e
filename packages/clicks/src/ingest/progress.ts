import type { ClickHouseClient } from '@clickhouse/client';
import type { StreamName } from './ports.ts';

/**
 * Time that a click may take from the visitor to the stream: it waits in the redirector for its batch. A stream that is
 * read to its end at some moment is complete up to this much earlier.
 */
const CAPTURE_ALLOWANCE_MS = 1_000;
const IDLE_WRITE_MS = 5_000;

/** How far each stream is, told to the stats (`last_updated`) and to the metrics. */
export interface ProgressBoard {
  /** All that was in the stream at `at` (milliseconds) is counted; `lag` records came since. */
  report(source: StreamName, at: number, lag: number): void;
  /** The stream is read by somebody else now. */
  forget(source: StreamName): void;
  entries(): readonly ProgressEntry[];
  /** Writes what is new; for a timer of about a second. Never rejects. */
  flush(now: number): Promise<void>;
}

interface ProgressEntry {
  readonly source: StreamName;
  readonly completeTo: number;
  readonly lag: number;
}

export function createProgressBoard(client: ClickHouseClient, hasNews: () => boolean): ProgressBoard {
  const entries = new Map<string, ProgressEntry>();
  let writtenAt = 0;
  let writing = false;
  return {
    report: (source, at, lag) => {
      const key = keyOf(source);
      const completeTo = Math.max(at - CAPTURE_ALLOWANCE_MS, entries.get(key)?.completeTo ?? 0);
      entries.set(key, { source, completeTo, lag });
    },
    forget: (source) => {
      entries.delete(keyOf(source));
    },
    entries: () => [...entries.values()],
    flush: async (now) => {
      const isDue = hasNews() || now - writtenAt >= IDLE_WRITE_MS;
      if (writing || entries.size === 0 || !isDue) return;
      writing = true;
      try {
        await client.insert({
          table: 'ingest_progress',
          format: 'JSONEachRow',
          values: [...entries.values()].map(({ source, completeTo }) => ({
            adapter: source.adapter,
            stream: source.stream,
            stream_partition: source.partition,
            complete_to: completeTo,
            written_at: now,
          })),
        });
        writtenAt = now;
      } catch {
        // ClickHouse is away: the inserts of clicks say so. `last_updated` stands still, which is the truth.
      } finally {
        writing = false;
      }
    },
  };
}

const keyOf = (source: StreamName): string => `${source.adapter}:${source.stream}:${source.partition}`;
