import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface RedirectorProcess {
  readonly child: ChildProcess;
  /** Standard output and error so far. */
  output(): string;
  /** Null when it ended before it was ready. */
  readonly ready: Promise<{ url: string; metricsUrl: string } | null>;
  readonly exited: Promise<number | null>;
}

const root = new URL('../../', import.meta.url);

/** Builds the redirector as `npm run build` does. */
export async function buildRedirector(): Promise<void> {
  await promisify(execFile)(process.execPath, ['build.mjs'], { cwd: root });
}

/** The built redirector as a process of its own, with nothing in its environment but what is given. */
export function startProcess(env: Record<string, string>): RedirectorProcess {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<{ url: string; metricsUrl: string } | null>((resolve) => {
    child.on('message', (message: { type: string; url: string; metricsUrl: string }) => {
      if (message.type === 'ready') resolve(message);
    });
    void exited.then(() => resolve(null));
  });
  return { child, output: () => output, ready, exited };
}

export function processEnvironment() {
  return {
    REDIRECTOR_PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
    GEOIP_DB_PATH: 'off',
    VISITOR_KEY: 'a key that is long enough for the tests',
    SPOOL_DIR: mkdtempSync(join(tmpdir(), 'brevia-spool-')),
    DRAIN_SECONDS: '5',
  };
}
