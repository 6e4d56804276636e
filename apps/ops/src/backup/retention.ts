import type { Archive } from './archive/archive.ts';
import { parseName, type Kind } from './archive/names.ts';

const DAY_MS = 86_400_000;

/**
 * Which backups of a kind may go: those older than `days`, but never the newest.
 * @param names of whole backups, oldest first
 */
export function expired(names: readonly string[], kind: Kind, days: number, now: Date): string[] {
  const limit = now.getTime() - days * DAY_MS;
  const own = names.filter((name) => parseName(name)?.kind === kind);
  return own.slice(0, -1).filter((name) => (parseName(name)?.at.getTime() ?? limit) < limit);
}

/** Removes old backups of a kind, and what interrupted ones left more than a day ago. @returns names of what was removed */
export async function removeExpired(
  archive: Archive,
  kind: Kind,
  days: number,
  now: Date,
): Promise<string[]> {
  const names = expired(await archive.list(), kind, days, now);
  for (const name of names) await archive.remove(name);
  await archive.sweepDrafts(new Date(now.getTime() - DAY_MS));
  return names;
}
