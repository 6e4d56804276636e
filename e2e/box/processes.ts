import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { until } from './poll.ts';

/**
 * The processes that belong to a box, however they were started: they carry its data folder in their command line, or
 * (where /proc tells) in their environment, or work in it (Redis writes its title over both).
 */
function processesOf(dataDir: string): { pid: number; command: string }[] {
  return execFileSync('ps', ['-axww', '-o', 'pid=,stat=,command='], {
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, state, command]) => ({ pid: Number(pid), state: state ?? '', command: command ?? '' }))
    .filter(({ pid, state }) => pid !== process.pid && !state.startsWith('Z'))
    .filter(({ pid, command }) => `${command} ${environmentOf(pid)} ${folderOf(pid)}`.includes(dataDir))
    .map(({ pid, command }) => ({ pid, command }));
}

/**
 * Waits until none is left. An engine's watcher learns of a clean end from the box and needs a moment to end itself.
 * @throws Error that names those still running
 */
export async function untilNoneIsLeft(dataDir: string, timeoutMs = 5_000): Promise<void> {
  await until(
    'the end of all processes',
    () => processesOf(dataDir),
    (left) => left.length === 0,
    timeoutMs,
  );
}

/** SIGKILL to all of them, as an out-of-memory killer or `kill -9` would do. */
export function killAll(dataDir: string): void {
  for (const { pid } of processesOf(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // ended by itself meanwhile
    }
  }
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
