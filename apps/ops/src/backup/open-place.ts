import { join } from 'node:path';
import type { Program } from '../run.ts';
import { readBackupSettings, type BackupSettings } from '../settings.ts';
import type { Archive } from './archive/archive.ts';
import { openArchive } from './archive/open-archive.ts';

/** The place of backups, and the settings beside it. */
export interface Place {
  readonly archive: Archive;
  readonly settings: BackupSettings;
}

/** Opens the place of backups: the one that the command names, else the settings', else a folder of the data. */
export async function openPlace(given: string | undefined, { env, dataDir }: Program): Promise<Place> {
  const settings = readBackupSettings(env);
  const address = given ?? settings.BACKUP_TO ?? join(dataDir, 'backups');
  return { archive: await openArchive(address, { endpoint: settings.S3_ENDPOINT }), settings };
}
