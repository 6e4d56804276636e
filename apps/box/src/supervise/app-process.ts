import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Part } from './part.ts';

/** How to start an app. */
export interface AppCommand {
  name: string;
  /** Arguments of Node: its options and the entry point. */
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Gets every line that the app prints. */
  onLine: (line: string) => void;
  readyMs: number;
  /** Time to drain before SIGKILL. */
  graceMs: number;
}

/** A running app that has said that it is ready. */
export interface AppProcess extends Part {
  readonly metricsUrl: string | null;
}

const readyMessage = z.object({ type: z.literal('ready'), metricsUrl: z.string().nullish() });

/**
 * Starts an app as a child with an IPC channel and waits for its word `ready`. It has a process group of its own, so that
 * Ctrl-C in a terminal reaches only the box, which ends things in their order. When the box is killed, the channel
 * closes, and that tells the app to end.
 * @throws Error with its last lines when it ends or stays silent before it is ready
 */
export async function startApp(command: AppCommand): Promise<AppProcess> {
  const child = spawn(process.execPath, [...command.args], {
    cwd: command.cwd,
    env: command.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lastLines = readLines(child, command.onLine);
  const part = partOf(child, command.graceMs);
  const answer = await Promise.race([
    whenReady(child),
    part.exited.then((reason) => `it ended (${reason})`),
    new Promise<string>((resolve) => {
      setTimeout(resolve, command.readyMs, `it was not ready within ${command.readyMs / 1000} s`).unref();
    }),
  ]);
  if (typeof answer !== 'string') return { ...part, metricsUrl: answer.metricsUrl ?? null };
  await part.kill();
  throw new Error(`${command.name}: ${[answer, ...lastLines()].join('\n  ')}`);
}

function whenReady(child: ChildProcess): Promise<z.infer<typeof readyMessage>> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      const ready = readyMessage.safeParse(message);
      if (ready.success) resolve(ready.data);
    });
  });
}

/** Passes each line on and remembers the last ones. */
function readLines(child: ChildProcess, onLine: (line: string) => void): () => string[] {
  let recent: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      recent = [...recent.slice(-19), line];
      onLine(line);
    });
  }
  return () => recent;
}

function partOf(child: ChildProcess, graceMs: number): Part {
  // 'close' comes after the last line; a grandchild that holds the pipes open must not hold the box up.
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      signalGroup(child, 'SIGKILL'); // whatever the app itself started
      const reason = signal ?? `exit code ${code}`;
      child.once('close', () => resolve(reason));
      setTimeout(resolve, 500, reason).unref();
    });
  });
  const kill = async () => {
    signalGroup(child, 'SIGKILL');
    await exited;
  };
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const late = setTimeout(() => void kill(), graceMs);
    await exited;
    clearTimeout(late);
  };
  return { exited, stop, kill };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // gone already
  }
}
