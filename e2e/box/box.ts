import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './poll.ts';
import { killAll } from './processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `endpoints.json` (RUN-5). */
export interface Endpoints {
  web: string;
  redirector: string;
  metrics: { web: string | null; redirector: string | null; worker: string | null };
  engines: { postgres: string | null; redis: string | null; clickhouse: string | null; kafka: string | null };
}

/** `demo.json` (RUN-5). */
export interface Demo {
  email: string;
  password: string;
  api_key: string;
}

/** A Brevia that a test has started the way a newcomer does: by `npm start`. */
export interface Box {
  dataDir: string;
  endpoints: Endpoints;
  /** All that it has printed. */
  output: () => string;
  /** How long the start took. */
  tookMs: number;
  /** Ctrl-C (or another signal) to the whole foreground group; resolves with the exit code. */
  interrupt: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** SIGKILL to npm alone; resolves when npm is dead. */
  killNpm: () => Promise<void>;
  /** SIGKILL to every process of the box, as an out-of-memory killer or `kill -9` would do. */
  killTree: () => Promise<void>;
}

/** How to start a box. */
export interface BoxOptions {
  dataDir: string;
  args?: string[];
  env?: Record<string, string>;
}

/** A folder for a box's data that the test removes. */
export function temporaryDataDir(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'brevia-e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }) };
}

/** Starts `npm start` on any free ports. @throws Error with all output when it ends before it is ready */
export async function startBox(options: BoxOptions): Promise<Box> {
  const { dataDir } = options;
  const began = Date.now();
  const run = spawnBox(options);
  const file = join(dataDir, 'endpoints.json');
  rmSync(file, { force: true });
  try {
    await until(
      'npm start',
      () => ({ ready: existsSync(file), code: run.exitCode() }),
      ({ ready, code }) => ready || code !== undefined,
      240_000,
    );
    if (run.exitCode() !== undefined) throw new Error(`exit code ${run.exitCode()}`);
  } catch (error) {
    await run.killTree();
    throw new Error(`The box did not start:\n${run.output()}`, { cause: error });
  }
  return {
    dataDir,
    endpoints: JSON.parse(readFileSync(file, 'utf8')) as Endpoints,
    output: run.output,
    tookMs: Date.now() - began,
    interrupt: run.interrupt,
    killNpm: run.killNpm,
    killTree: run.killTree,
  };
}

/** Runs `npm start` for a start that must fail. */
export async function failToStart(options: BoxOptions): Promise<{ code: number | null; output: string }> {
  const run = spawnBox(options);
  const code = await run.exited;
  return { code, output: run.output() };
}

function spawnBox({ dataDir, args = [], env = {} }: BoxOptions) {
  const child = spawn('npm', ['start', '--silent', '--', ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      WEB_PORT: '0',
      REDIRECTOR_PORT: '0',
      METRICS_PORT: '0',
      LIMIT_CREATE_PER_USER: '1000000',
      LIMIT_CREATE_ANONYMOUS: '1000000',
      ...env,
    },
  });
  let output = '';
  let ended: number | null | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      ended = code;
      resolve(code);
    });
  });
  return {
    exited,
    output: () => output,
    exitCode: () => ended,
    interrupt: (signal: NodeJS.Signals = 'SIGINT') => {
      process.kill(-(child.pid as number), signal);
      return exited;
    },
    killNpm: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    killTree: async () => {
      killAll(dataDir);
      await exited;
    },
  };
}
