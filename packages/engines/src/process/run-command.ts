import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Command } from './guard.ts';

/** What a finished program left behind. */
export interface Finished {
  code: number | null;
  /** stdout and stderr together, the last 64 KiB. */
  output: string;
}

/** Runs a program to its end; a program that can't be started gives code 127 and the reason as output. */
export function runCommand(command: Command & { cwd?: string }): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(command.file, [...command.args], {
      cwd: command.cwd ?? '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: command.env ?? process.env,
      ...(command.uid === undefined ? {} : { uid: command.uid }),
      ...(command.gid === undefined ? {} : { gid: command.gid }),
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-64 * 1024);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** The full path of a program on the PATH, or null. */
export function findProgram(name: string, path: string = process.env['PATH'] ?? ''): string | null {
  for (const folder of path.split(delimiter).filter((part) => part !== '')) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      continue;
    }
  }
  return null;
}
