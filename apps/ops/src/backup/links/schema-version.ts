import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMigrations, migrate, migrationChecksum } from '@brevia/db';
import { BackupError } from '../archive/archive.ts';
import type { LinksManifest } from '../manifest.ts';

/**
 * Refuses a backup whose schema this version does not know: it was made by a newer one, or its migrations were changed.
 * Writes nothing.
 */
export async function checkSchemaVersion({ name, migrations }: LinksManifest): Promise<void> {
  const folder = findMigrations();
  for (const migration of migrations) {
    const sql = await readFile(join(folder, migration.name), 'utf8').catch(() => null);
    if (sql === null) {
      throw new BackupError(
        `The backup ${name} was made by a newer version of Brevia: it has the migration ${migration.name}. Restore it with that version.`,
      );
    }
    if (migrationChecksum(sql) !== migration.checksum)
      throw new BackupError(`The backup ${name} has another migration ${migration.name} than this version.`);
  }
}

/**
 * Brings an empty store to the schema of the backup and no further, so that later migrations find the data and convert it.
 */
export async function migrateToBackup(databaseUrl: string, { migrations }: LinksManifest): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'brevia-restore-'));
  try {
    for (const { name } of migrations) await copyFile(join(findMigrations(), name), join(directory, name));
    await migrate(databaseUrl, { directory });
  } finally {
    await rm(directory, { recursive: true });
  }
}
