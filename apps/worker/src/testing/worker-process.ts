import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const APP = join(import.meta.dirname, '../..');

export interface WorkerProcess {
  readonly metricsUrl: string;
  /** SIGKILL; resolves when it is dead. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  end(): Promise<number | null>;
  readonly exited: Promise<number | null>;
}

/** Builds the worker as `npm run build` does. */
export async function buildWorker(): Promise<void> {
  await promisify(execFile)(process.execPath, ['build.mjs'], { cwd: APP });
}

/** The built worker, as it runs in production. Resolves when it says that it is ready. */
export async function startWorker(
  environment: Readonly<Record<string, string>>,
  logFile: string,
): Promise<WorkerProcess> {
  const log = createWriteStream(logFile, { flags: 'a' });
  const child = spawn(process.execPath, [join(APP, 'dist/main.js')], {
    env: { PATH: process.env['PATH'], METRICS_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const metricsUrl = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { metricsUrl: string }) => resolve(message.metricsUrl));
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}; see ${logFile}`)));
  });
  const signal = async (name: NodeJS.Signals): Promise<number | null> => {
    child.kill(name);
    return exited;
  };
  return {
    metricsUrl,
    exited,
    kill: () => signal('SIGKILL').then(() => undefined),
    end: () => signal('SIGTERM'),
  };
}
