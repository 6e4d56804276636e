import type { Archive, Draft } from './archive/archive.ts';
import { backupName, type Kind } from './archive/names.ts';
import type { ClicksManifest, LinksManifest } from './manifest.ts';

/**
 * Takes one backup: all or nothing, also when it is interrupted.
 * @returns its name and manifest
 */
export async function takeBackup<Written extends LinksManifest | ClicksManifest>(
  archive: Archive,
  kind: Kind,
  now: Date,
  signal: AbortSignal,
  write: (draft: Draft, name: string) => Promise<Written>,
): Promise<Written> {
  signal.throwIfAborted();
  const name = backupName(kind, now);
  const draft = await archive.begin(name);
  try {
    const manifest = await write(draft, name);
    signal.throwIfAborted();
    await draft.publish(`${JSON.stringify(manifest, null, 2)}\n`);
    return manifest;
  } catch (error) {
    // What went wrong first is what counts; a draft that stays is swept by a later backup.
    await draft.discard().catch(() => undefined);
    throw signal.aborted ? new Error(`Interrupted: there is no backup ${name}.`) : error;
  }
}
