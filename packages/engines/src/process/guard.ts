import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How to start a server. */
export interface Command {
  file: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
}

/** What ends the server gracefully: a signal, or the end of its standard input. */
export type StopBy = 'TERM' | 'INT' | 'eof';

/** A server under guard. */
export interface Guarded {
  /** The server's own pid: the shell replaces itself by it. */
  pid: number;
  exited: Promise<number | null>;
  stop(graceMs: number): Promise<void>;
  kill(): Promise<void>;
}

// The shell leaves a watcher behind and then becomes the server (exec), so that the pid is the server's own. The watcher
// reads a pipe that only our process holds: its end, at the latest when the kernel closes it for a SIGKILLed parent,
// makes the watcher stop the server. `done` tells it that the server is gone, so that it never signals a reused pid.
// Forked twice, it is no child of the server, which would wonder about it.
const script = `
grace=$1; signal=$2; shift 2
engine=$$
exec 3<&0
( (
  trap '' TERM INT HUP
  exec >/dev/null 2>&1
  read -r word <&3
  [ "$word" = done ] && exit 0
  [ "$signal" = eof ] || kill -s "$signal" "$engine"
  waited=0
  while kill -0 "$engine" && [ "$waited" -lt "$grace" ]; do sleep 0.1; waited=$((waited + 1)); done
  kill -s KILL "$engine"
) & )
if [ "$signal" = eof ]; then exec "$@" 3<&-; else exec "$@" </dev/null 3<&-; fi
`;

/**
 * Starts a server in a process group of its own (Ctrl-C in a terminal reaches only us, who stop things in order) with a
 * watcher that ends it when this process is gone, however that came.
 * @param logFd open file for stdout and stderr: a file and not a pipe, because a pipe would break with this process
 * @param graceMs how long the watcher waits between the graceful stop and SIGKILL
 */
export async function spawnGuarded(
  command: Command,
  stopBy: StopBy,
  logFd: number,
  graceMs: number,
): Promise<Guarded> {
  const grace = String(Math.ceil(graceMs / 100));
  const child = spawn('sh', ['-c', script, 'guard', grace, stopBy, command.file, ...command.args], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', logFd, logFd],
    env: command.env ?? process.env,
    ...(command.uid === undefined ? {} : { uid: command.uid }),
    ...(command.gid === undefined ? {} : { gid: command.gid }),
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return guarded(child, stopBy);
}

function guarded(child: ChildProcess, stopBy: StopBy): Guarded {
  const pid = child.pid as number;
  child.stdin?.on('error', () => undefined); // both readers may be gone already
  let gone = false;
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      gone = true;
      child.stdin?.end('done\n');
      resolve(code);
    });
  });
  const kill = async () => {
    // PostgreSQL's sessions are in groups of their own; without their parent they may work on for a moment.
    const children = gone ? [] : childrenOf(pid);
    if (!gone) signal(-pid, 'SIGKILL');
    await exited;
    for (const child of children) signal(child, 'SIGKILL');
  };
  const stop = async (graceMs: number) => {
    if (gone) return;
    if (stopBy === 'eof') child.stdin?.end();
    else signal(pid, `SIG${stopBy}`);
    const timer = setTimeout(() => signal(-pid, 'SIGKILL'), graceMs);
    await exited;
    clearTimeout(timer);
  };
  return { pid, exited, stop, kill };
}

/** Linux only: elsewhere the children end when they notice. */
function childrenOf(pid: number): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return list.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error; // EPERM: macOS, for a group of zombies
  }
}
