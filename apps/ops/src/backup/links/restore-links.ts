import { createDatabase, migrate } from '@brevia/db';
import type pg from 'pg';
import { about, BackupError, type Archive } from '../archive/archive.ts';
import { readLinksManifest, type LinksManifest, type LinksTable } from '../manifest.ts';
import { checkEmpty, markFinished, markUnfinished } from './check-empty.ts';
import { connectLinkStore } from './connect.ts';
import { loadTable, sumTable, type Change } from './load-table.ts';
import { checkTable } from './read-lines.ts';
import { checkSchemaVersion, migrateToBackup } from './schema-version.ts';
import { numbersToSkip, versionStep } from './since-backup.ts';

export interface LinksRestore {
  readonly databaseUrl: string;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** A table after its restore, compared with the backup. */
export interface RestoredTable {
  readonly table: string;
  readonly rows: number;
}

/**
 * Brings an empty link store to the state of a backup. The backup is read as a whole and checked before anything is
 * written; afterwards every table is read back and compared with it. A restore that is cut short leaves a store on which no
 * app starts.
 * @throws BackupError when the backup is damaged or newer than this version, or the store is not empty
 */
export async function restoreLinks(
  archive: Archive,
  name: string,
  { databaseUrl, now, signal }: LinksRestore,
): Promise<RestoredTable[]> {
  const manifest = await readLinksManifest(archive, name);
  await checkSchemaVersion(manifest);
  const client = await connectLinkStore(databaseUrl);
  try {
    await checkEmpty(client, manifest);
    for (const table of manifest.tables) {
      signal.throwIfAborted();
      await checkTable(archive, name, table);
    }
    await migrateToBackup(databaseUrl, manifest);
    await checkEmpty(client, manifest);
    await markUnfinished(client);
    const takenAt = new Date(manifest.takenAt);
    const restored = await load(
      client,
      archive,
      manifest,
      { versionStep: versionStep(takenAt, now) },
      signal,
    );
    await skipNumbers(databaseUrl, numbersToSkip(takenAt, now));
    await markFinished(client);
    await migrate(databaseUrl);
    return restored;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function load(
  client: pg.Client,
  archive: Archive,
  { name, tables }: LinksManifest,
  change: Change,
  signal: AbortSignal,
): Promise<RestoredTable[]> {
  for (const table of tables) {
    signal.throwIfAborted();
    try {
      await loadTable(client, archive, name, table, change);
    } catch (error) {
      throw about(`The table ${table.table} could not be restored`, error);
    }
  }
  const restored: RestoredTable[] = [];
  for (const table of tables) {
    signal.throwIfAborted();
    restored.push(await compare(client, table, change));
  }
  return restored;
}

async function compare(client: pg.Client, table: LinksTable, change: Change): Promise<RestoredTable> {
  const found = await sumTable(client, table, change);
  const isSame = found.rows === table.rows && found.checksum === table.checksum;
  // Numbers that this store had claimed before are not given back.
  if (!isSame && table.table !== 'id_blocks') {
    throw new BackupError(
      `The table ${table.table} was restored with ${found.rows} rows that are not the ${table.rows} of the backup.`,
    );
  }
  return { table: table.table, rows: found.rows };
}

/** LINK-3: what was given out since the backup is unknown to it, and must not be given out again. */
async function skipNumbers(databaseUrl: string, margin: number): Promise<void> {
  const database = createDatabase({ url: databaseUrl, poolMax: 1, applicationName: 'brevia-restore' });
  try {
    await database.idBlocks.movePastMargin(margin);
  } catch (error) {
    throw about(`id_blocks: ${margin} numbers could not be skipped in every region`, error);
  } finally {
    await database.close();
  }
}
