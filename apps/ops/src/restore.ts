import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WORKER_GROUP } from '@brevia/clicks';
import { findBackups } from './backup/find-backups.ts';
import { restoreBackups } from './backup/restore-backups.ts';
import type { Run } from './run.ts';
import type { Stores } from './stores.ts';

/**
 * `restore`: brings empty engines to the state of the newest backup of each kind, or of the one named.
 * @throws Error when the engines are not empty, or the backup is damaged or newer than this version: then nothing was written
 */
export async function restore(
  args: string[],
  stores: Stores,
  print: (line: string) => void,
  run: Run,
): Promise<void> {
  const { archive, settings, chosen } = await findBackups(args, run);
  const spool = settings.SPOOL_DIR ?? join(run.dataDir, 'spool');
  const { links, clicks } = await restoreBackups(archive, chosen, {
    databaseUrl: stores.databaseUrl,
    clickhouseUrl: stores.clickhouseUrl,
    clickhouseCluster: stores.clickhouseCluster(),
    streams: {
      kafkaBrokers: settings.KAFKA_BROKERS ?? [],
      topics: settings.CLICK_TOPICS,
      groupId: WORKER_GROUP,
      spoolDir: settings.KAFKA_BROKERS === undefined && existsSync(spool) ? spool : null,
    },
    now: new Date(),
    signal: run.signal,
  });
  if (links !== null) {
    print(`Restored ${chosen.links}, every table equal to the backup:`);
    for (const { table, rows } of links) print(`  ${table}: ${rows} rows`);
  }
  if (clicks !== null) {
    print(`Restored ${chosen.clicks}, every month equal to the backup:`);
    for (const { table, month, clicks: count } of clicks.months)
      print(`  ${table} ${month}: ${count} clicks`);
    for (const line of clicks.said) print(line);
  }
}
