import { setTimeout as wait } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';

/** A worker says how far it is every 5 seconds, clicks or no clicks (ingest/progress.ts). */
const SIGN_OF_LIFE_MS = 6_000;

/**
 * Clicks that a worker inserts while a roll-up is copied would be missing from the copy.
 * @returns throws when called later if a worker has said something since: one that waited for ClickHouse was silent before
 * @throws Error while a worker says how far it is
 */
export async function refuseWhileWorkersWrite(
  client: ClickHouseClient,
  migration: string,
): Promise<() => Promise<void>> {
  const before = await lastSign(client);
  const refuseSince = async (): Promise<void> => {
    if ((await lastSign(client)) === before) return;
    throw new Error(
      `ClickHouse migration ${migration} moves tables that a worker is writing to: stop the workers, migrate, start them again. Clicks wait in Kafka or the spool meanwhile.`,
    );
  };
  const deadline = Date.now() + SIGN_OF_LIFE_MS;
  while (before >= Date.now() - 2 * SIGN_OF_LIFE_MS && Date.now() < deadline) {
    await wait(250);
    await refuseSince();
  }
  return refuseSince;
}

/** Milliseconds; 0 where no worker has ever said anything. */
async function lastSign(client: ClickHouseClient): Promise<number> {
  const answer = await client.query({
    query: 'SELECT toUnixTimestamp64Milli(max(written_at)) AS at FROM ingest_progress',
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  const [row] = await answer.json<{ at: number }>();
  return row?.at ?? 0;
}
