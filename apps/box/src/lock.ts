import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '@brevia/core/settings';

/** Tells one process from another that got its number later; null for one that is gone. */
export type StartTimeOf = (pid: number) => string | null;

/**
 * Lets only one box work on a data folder. A lock that a killed box left behind is taken over.
 * @param startTimeOf reads when a process started
 * @returns gives the folder free again
 * @throws SettingsError where another box is alive
 */
export function lockDataDir(dataDir: string, startTimeOf: StartTimeOf): () => void {
  const path = join(dataDir, 'box.lock');
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, started: startTimeOf(process.pid) }), {
    mode: 0o600,
  });
  try {
    takeLock(mine, path, dataDir, startTimeOf);
  } finally {
    rmSync(mine);
  }
  return () => rmSync(path, { force: true });
}

function takeLock(mine: string, path: string, dataDir: string, startTimeOf: StartTimeOf): void {
  for (let tries = 0; ; tries += 1) {
    try {
      linkSync(mine, path); // unlike an exclusive write, never seen half done by another box
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries === 3) throw error;
    }
    const holder = readHolder(path);
    if (holder && holder.started !== null && startTimeOf(holder.pid) === holder.started) {
      throw new SettingsError(
        `Brevia is running on ${dataDir} already (process ${holder.pid}): stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    rmSync(path, { force: true });
  }
}

function readHolder(path: string): { pid: number; started: string | null } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { pid: number; started: string | null };
  } catch {
    return null; // cut short by a crash, or just removed
  }
}
