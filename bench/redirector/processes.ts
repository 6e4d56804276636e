import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface Served {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

const hasTaskset = existsSync('/usr/bin/taskset');

/** Arguments that keep a program on one core; nothing where the machine cannot. */
export function pinned(core: number, program: string, args: readonly string[]): [string, string[]] {
  return hasTaskset ? ['taskset', ['-c', String(core), program, ...args]] : [program, [...args]];
}

/** Starts a Node program on core 0 and waits for its `ready` message. */
export async function serve(file: string, env: Record<string, string>): Promise<Served> {
  const [program, args] = pinned(0, process.execPath, [file]);
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)));
    child.on('message', (message: { type?: string; url?: string }) => {
      if (message.type === 'ready' && message.url !== undefined) resolve(message.url);
    });
  });
  return {
    url,
    pid: child.pid!,
    child,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), 8_000).unref();
      }),
  };
}

export interface CpuSeconds {
  /** The thread that serves: the process's first one. */
  readonly serving: number;
  readonly process: number;
}

// Linux counts CPU time in hundredths of a second.
const TICKS = 100;

/** CPU time so far, from /proc. */
export function cpuSeconds(pid: number): CpuSeconds {
  return { process: ticks(`/proc/${pid}/stat`), serving: ticks(`/proc/${pid}/task/${pid}/stat`) };
}

function ticks(file: string): number {
  const text = readFileSync(file, 'latin1');
  // The name in parentheses may hold blanks; user and system time are the 12th and 13th field behind it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
  return Math.round(Number(line?.[1] ?? 0) / 1_024);
}
