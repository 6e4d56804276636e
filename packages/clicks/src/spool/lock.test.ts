import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireLock } from './lock.ts';

let dir: string;
let file: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'brevia-lock-'));
  file = join(dir, 'lock');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A process that takes the lock, says so, and keeps it. */
async function holder(): Promise<{ kill(): Promise<void> }> {
  const script = `import { acquireLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
    console.log((await acquireLock(${JSON.stringify(file)})) ? 'held' : 'refused'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const word = await new Promise<string>((resolve) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  expect(word).toBe('held');
  return {
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

describe('the lock of a folder', () => {
  it('is given to one of many that ask at once', async () => {
    const locks = await Promise.all(Array.from({ length: 20 }, () => acquireLock(file)));
    expect(locks.filter((lock) => lock !== null)).toHaveLength(1);
  });

  it('is free again after it was released', async () => {
    const lock = await acquireLock(file);
    expect(await acquireLock(file)).toBeNull();
    await lock?.release();
    expect(await acquireLock(file)).not.toBeNull();
  });

  it('is refused while another process lives, and taken over when it was killed', async () => {
    const other = await holder();
    expect(await acquireLock(file)).toBeNull();
    await other.kill();
    expect(await acquireLock(file)).not.toBeNull();
  });

  it('is given to one of many that find the owner dead', async () => {
    const other = await holder();
    await other.kill();
    const locks = await Promise.all(Array.from({ length: 20 }, () => acquireLock(file)));
    expect(locks.filter((lock) => lock !== null).length).toBeLessThanOrEqual(1);
    expect(locks.filter((lock) => lock !== null).length + ((await acquireLock(file)) ? 1 : 0)).toBe(1);
  });

  it('is taken over though a process was killed in the middle of doing that', async () => {
    const dead = JSON.stringify({ pid: 2 ** 22 + 1, realm: 'an earlier boot', started: '1' });
    const longAgo = new Date(Date.now() - 60_000);
    for (const left of [file, `${file}.steal`]) {
      await writeFile(left, dead);
      await utimes(left, longAgo, longAgo);
    }
    const locks = [];
    for (let ask = 0; ask < 3; ask++) locks.push(await acquireLock(file));
    expect(locks.filter((lock) => lock !== null)).toHaveLength(1);
    expect(await readdir(dir)).toEqual(['lock']);
  });

  it('believes a lock from another PID namespace while it is touched, however its pid looks here', async () => {
    await writeFile(file, JSON.stringify({ pid: process.pid, realm: 'another container', started: '1' }));
    expect(await acquireLock(file)).toBeNull();
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(file, longAgo, longAgo);
    expect(await acquireLock(file)).not.toBeNull();
  });
});
