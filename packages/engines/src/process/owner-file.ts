import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

interface Identity {
  pid: number;
  /** When it started, in the system's own words: tells a reused pid from the process that had it before. */
  started: string;
}
interface Owner {
  engine: Identity;
  parent: Identity;
}

/** A data folder that a living process is using. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/** A parent that got SIGKILL a moment ago still counts as alive until the kernel has taken it apart. */
const DYING_MS = 1_000;

/**
 * Waits until no earlier server works in the data folder: one whose parent was killed is just being ended by its watcher.
 * After `waitMs` it is killed here.
 * @throws DataDirInUseError when the parent lives on after a second, or is this process
 */
export async function waitForDataDir(dataDir: string, waitMs: number): Promise<void> {
  const asked = Date.now();
  const deadline = asked + waitMs;
  for (;;) {
    const owner = readOwner(dataDir);
    if (owner === null || !isAlive(owner.engine)) return;
    const isForeign = owner.parent.pid !== process.pid && isAlive(owner.parent);
    if (isForeign && Date.now() > asked + DYING_MS) {
      throw new DataDirInUseError(
        `${dataDir} is in use by process ${owner.parent.pid}: stop that one first.`,
      );
    }
    if (!isForeign && Date.now() > deadline) {
      if (owner.parent.pid === process.pid) {
        throw new DataDirInUseError(`${dataDir} is in use by an engine that this process started.`);
      }
      // Its parent and its watcher are gone, so nobody else will end it.
      process.kill(owner.engine.pid, 'SIGKILL');
    }
    await sleep(50);
  }
}

/** Writes down who uses the data folder now, beside it. */
export function recordOwner(dataDir: string, enginePid: number): void {
  const owner: Owner = { engine: identify(enginePid), parent: identify(process.pid) };
  const path = ownerPath(dataDir);
  writeFileSync(`${path}.new`, JSON.stringify(owner));
  renameSync(`${path}.new`, path);
}

const ownerPath = (dataDir: string) => `${dataDir}.owner.json`;

function readOwner(dataDir: string): Owner | null {
  try {
    return JSON.parse(readFileSync(ownerPath(dataDir), 'utf8')) as Owner;
  } catch {
    return null;
  }
}

/** Names a running process for good: its pid alone may be given out again. */
export const identify = (pid: number): Identity => ({ pid, started: startTime(pid) ?? '' });
const isAlive = ({ pid, started }: Identity) => started !== '' && startTime(pid) === started;

/** Whether a process with this pid runs; a zombie doesn't. */
export const isRunning = (pid: number): boolean => startTime(pid) !== null;

/** Field 22 of /proc/<pid>/stat on Linux, `ps` elsewhere; null for a process that is gone or a zombie. */
export function startTime(pid: number): string | null {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before may hold blanks
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
