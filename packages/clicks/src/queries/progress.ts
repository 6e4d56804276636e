import type { ClickHouseClient } from '@clickhouse/client';
import { createRunner, type RunQuery } from './run.ts';

/** How far the workers are, as they last wrote it down. */
export interface IngestProgress {
  /** Where the clicks come from. */
  readonly adapter: 'kafka' | 'spool';
  /** All clicks before this moment are counted; the stream that is furthest behind decides. */
  readonly completeTo: Date;
  /** A worker that lives writes every 5 s at least. */
  readonly writtenAt: Date;
}

/** @returns null where no worker has ever counted. @throws BreviaError unavailable */
export const readIngestProgress = (client: ClickHouseClient): Promise<IngestProgress | null> =>
  readProgress(createRunner(client));

/** The same with a runner of the caller's. */
export async function readProgress(run: RunQuery): Promise<IngestProgress | null> {
  const [row] = await run<{ adapter: 'kafka' | 'spool'; complete: number; written: number }>(
    // Of the adapters only the one that was reported last counts: who moves to Kafka leaves the spool's rows behind.
    `SELECT adapter, toUnixTimestamp64Milli(min(complete_to)) AS complete, toUnixTimestamp64Milli(max(written_at)) AS written
     FROM (
       SELECT adapter, max(complete_to) AS complete_to, max(written_at) AS written_at
       FROM ingest_progress
       GROUP BY adapter, stream, stream_partition
     )
     GROUP BY adapter
     ORDER BY written DESC
     LIMIT 1`,
    {},
  );
  if (row === undefined) return null;
  return { adapter: row.adapter, completeTo: new Date(row.complete), writtenAt: new Date(row.written) };
}
