import { BackupError, type Archive } from './archive/archive.ts';
import { KINDS, parseName, type Kind } from './archive/names.ts';

/** Which backups an operator means. */
export interface Choice {
  /** A name; missing: the newest of each kind. */
  readonly backup?: string | undefined;
  readonly only?: Kind | undefined;
}

/** One backup of each kind that was asked for. Throws BackupError when there is none. */
export async function chooseBackups(
  archive: Archive,
  { backup, only }: Choice,
): Promise<Partial<Record<Kind, string>>> {
  const names = await archive.list();
  if (backup !== undefined) {
    const kind = parseName(backup)?.kind;
    if (kind !== undefined && names.includes(backup)) return { [kind]: backup };
    throw new BackupError(
      `There is no whole backup ${backup} in ${archive.address}. There are: ${names.join(', ') || 'none'}.`,
    );
  }
  const newest = KINDS.filter((kind) => only === undefined || kind === only).flatMap((kind) => {
    const name = names.filter((each) => parseName(each)?.kind === kind).at(-1);
    return name === undefined ? [] : [[kind, name] as const];
  });
  if (newest.length === 0)
    throw new BackupError(
      `There is no whole backup${only === undefined ? '' : ` of ${only}`} in ${archive.address}.`,
    );
  return Object.fromEntries(newest);
}
