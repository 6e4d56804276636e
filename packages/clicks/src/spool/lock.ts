import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export interface FolderLock {
  /** Says that the holder lives. To be called every few seconds. */
  touch(): Promise<void>;
  release(): Promise<void>;
}

interface Owner {
  readonly pid: number;
  /** Where that pid means something: boot and PID namespace on Linux, else the host's name. */
  readonly realm: string;
  /** Start time of the process, since pids are used again; empty where the system does not tell. */
  readonly started: string;
}

const SILENT_MS = 30_000;
const held = new Set<string>();

/**
 * Takes a lock file, or answers null when another living process holds it. Node has no flock, so a lock names its owner; one whose
 * owner is gone is taken over. In the same PID namespace that is known at once (pid and start time); a lock of another
 * namespace, such as a container's on a shared volume, counts as alive while it is touched. Only one process at a time may
 * judge and replace a lock: it creates `<file>.steal` first. If it dies right there, that file is cleared away after half a minute.
 */
export async function acquireLock(file: string): Promise<FolderLock | null> {
  const self = owner();
  const taken = (await create(file, self)) || (await takeOver(file, self));
  if (!taken) return null;
  held.add(file);
  return {
    touch: async () => {
      const now = new Date();
      await utimes(file, now, now);
    },
    release: async () => {
      held.delete(file);
      await rm(file, { force: true });
    },
  };
}

async function create(file: string, self: Owner): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(JSON.stringify(self));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function takeOver(file: string, self: Owner): Promise<boolean> {
  const steal = `${file}.steal`;
  if (!(await create(steal, self))) {
    await clearAbandoned(steal, self);
    return false;
  }
  try {
    if (await isAlive(file, self)) return false;
    const next = `${file}.next`;
    await rm(next, { force: true });
    await create(next, self);
    await rename(next, file);
    return true;
  } finally {
    await rm(steal, { force: true });
  }
}

/**
 * Removes what a process left that died while it judged a lock. It is moved away and looked at once more, since another
 * may have done the same and begun to judge; half a minute keeps those apart who come while the dead one is fresh.
 */
async function clearAbandoned(steal: string, self: Owner): Promise<void> {
  const grave = `${steal}.${randomBytes(4).toString('hex')}`;
  try {
    if (Date.now() - (await stat(steal)).mtimeMs < SILENT_MS || (await isAlive(steal, self))) return;
    await rename(steal, grave);
    if (await isAlive(grave, self)) await link(grave, steal);
    await rm(grave, { force: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
}

async function isAlive(file: string, self: Owner): Promise<boolean> {
  let age: number;
  let text: string;
  try {
    age = Date.now() - (await stat(file)).mtimeMs;
    text = await readFile(file, 'utf8');
  } catch (error) {
    // Released a moment ago: whoever asks next may simply create it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
  const found = parseOwner(text);
  if (!found || found.realm !== self.realm) return age < SILENT_MS;
  if (found.pid === self.pid && found.started === self.started) return self.started !== '' || held.has(file);
  if (self.started !== '') return startOf(found.pid) === found.started;
  return exists(found.pid) && age < SILENT_MS;
}

function parseOwner(text: string): Owner | null {
  try {
    const value = JSON.parse(text) as Partial<Owner>;
    return typeof value.pid === 'number'
      ? { pid: value.pid, realm: value.realm ?? '', started: value.started ?? '' }
      : null;
  } catch {
    return null;
  }
}

function owner(): Owner {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return {
      pid: process.pid,
      realm: `${boot} ${readlinkSync('/proc/self/ns/pid')}`,
      started: startOf(process.pid),
    };
  } catch {
    return { pid: process.pid, realm: hostname(), started: '' };
  }
}

/** Field 22 of /proc/<pid>/stat; the name in field 2 may hold spaces and brackets, so count after the last bracket. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
