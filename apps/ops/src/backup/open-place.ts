import { join } from 'node:path';
import type { BackupSettings } from '../settings.ts';
import type { Archive } from './archive/archive.ts';
import { openArchive } from './archive/open-archive.ts';

/** The place of backups: as the command says, else as the settings say, else a folder of the data. */
export function openPlace(
  given: string | undefined,
  settings: BackupSettings,
  dataDir: string,
): Promise<Archive> {
  const address = given ?? settings.BACKUP_TO ?? join(dataDir, 'backups');
  return openArchive(address, { endpoint: settings.S3_ENDPOINT });
}
