import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WORKER_GROUP } from '@brevia/clicks';
import { z } from 'zod';
import { KINDS } from './backup/archive/names.ts';
import { chooseBackups } from './backup/choose-backups.ts';
import { openPlace } from './backup/open-place.ts';
import { restoreBackups } from './backup/restore-backups.ts';
import { readOptions } from './options.ts';
import type { Run } from './run.ts';
import { readBackupSettings } from './settings.ts';
import type { Stores } from './stores.ts';

const schema = z.object({
  from: z.string().min(1).optional(),
  backup: z.string().min(1).optional(),
  only: z.enum(KINDS).optional(),
});

/**
 * `restore`: brings empty engines to the state of the newest backup of each kind, or of the one named.
 * @throws Error when the engines are not empty, or the backup is damaged or newer than this version: then nothing was written
 */
export async function restore(
  args: string[],
  stores: Stores,
  print: (line: string) => void,
  { env, dataDir, signal }: Run,
): Promise<void> {
  const text = { type: 'string' } as const;
  const options = readOptions(args, { from: text, backup: text, only: text }, schema);
  const settings = readBackupSettings(env);
  const archive = await openPlace(options.from, settings, dataDir);
  const chosen = await chooseBackups(archive, options);
  const spool = settings.SPOOL_DIR ?? join(dataDir, 'spool');
  const { links, clicks } = await restoreBackups(archive, chosen, {
    databaseUrl: stores.databaseUrl,
    clickhouseUrl: stores.clickhouseUrl,
    streams: {
      kafkaBrokers: settings.KAFKA_BROKERS ?? [],
      topics: settings.CLICK_TOPICS,
      groupId: WORKER_GROUP,
      spoolDir: settings.KAFKA_BROKERS === undefined && existsSync(spool) ? spool : null,
    },
    now: new Date(),
    signal,
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
