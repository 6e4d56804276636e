import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, root } from './project.mjs';

/** A step that failed in a way the reader can act on: printed without a stack trace. */
export class StepFailed extends Error {}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Shows what a long step does and how long it took (on standard error, so that an answer on standard output stays clean).
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const began = performance.now();
  const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  console.error(`  … ${title}`);
  try {
    const result = await work();
    console.error(`  ✓ ${title} (${took()})`);
    return result;
  } catch (error) {
    console.error(`  ✗ ${title} (${took()})`);
    throw error;
  }
}

/**
 * Runs a program from the project's root. Its output goes to `log` below DATA_DIR/logs, of which the last `shown` lines
 * are shown when it fails (default 40); without `log` it goes to the terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {{ log?: string, shown?: number, env?: Record<string, string>, cwd?: string }} [options]
 * @returns {Promise<void>} rejects with StepFailed on any exit code but 0
 */
export async function run(command, args, { log, shown = 40, env = {}, cwd = root } = {}) {
  const logFile = log ? openLog(log) : null;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', logFile ? 'pipe' : 'inherit', logFile ? 'pipe' : 'inherit'],
  });
  if (logFile) {
    child.stdout?.pipe(logFile.stream, { end: false });
    child.stderr?.pipe(logFile.stream, { end: false });
  }
  running.add(child);
  const ended = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? null : `exit ${signal ?? code}`));
  });
  running.delete(child);
  if (logFile) await new Promise((resolve) => logFile.stream.end(resolve));
  if (ended) {
    const tail = logFile ? `\n${lastLines(logFile.path, shown)}\n(all of it: ${logFile.path})` : '';
    throw new StepFailed(`${command} ${args.join(' ')}: ${ended}${tail}`);
  }
}

/**
 * Runs a whole command of ours: failures are printed as one message, and Ctrl-C or SIGTERM end what it started.
 * @param {() => Promise<number | void>} work resolves with the exit code, or nothing where the process lives on
 */
export async function main(work) {
  const stop = /** @param {NodeJS.Signals} signal */ (signal) => {
    for (const child of running) child.kill(signal);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    const code = await work();
    if (code !== undefined) process.exit(code);
  } catch (error) {
    console.error(error instanceof StepFailed ? `\n${error.message}` : error);
    process.exit(1);
  }
}

/** From here on somebody else answers Ctrl-C and SIGTERM. */
export function handOverSignals() {
  process.removeAllListeners('SIGINT');
  process.removeAllListeners('SIGTERM');
}

/** @param {string} name */
function openLog(name) {
  const folder = join(dataDir(), 'logs');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  return { path, stream: createWriteStream(path) };
}

/** @param {string} path @param {number} count */
function lastLines(path, count) {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}
