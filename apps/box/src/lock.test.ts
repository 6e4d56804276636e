import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDataDir, type StartTimeOf } from './lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brevia-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const alive: StartTimeOf = (pid) => (pid === process.pid ? 'today' : null);
const leave = (holder: object) => writeFileSync(join(folder, 'box.lock'), JSON.stringify(holder));

describe('the lock on a data folder', () => {
  test('refuses a second box and names the folder and the process', () => {
    lockDataDir(folder, alive);
    expect(() => lockDataDir(folder, alive)).toThrow(`${folder} already (process ${process.pid})`);
  });

  test('is free again after the box has ended', () => {
    lockDataDir(folder, alive)();
    expect(existsSync(join(folder, 'box.lock'))).toBe(false);
    expect(() => lockDataDir(folder, alive)).not.toThrow();
  });

  test('is taken over from a box that was killed', () => {
    leave({ pid: 4_000_000, started: 'yesterday' });
    expect(() => lockDataDir(folder, alive)).not.toThrow();
  });

  test('is taken over when another program has the number of the killed box by now', () => {
    leave({ pid: process.pid, started: 'yesterday' });
    expect(() => lockDataDir(folder, alive)).not.toThrow();
  });

  test('is taken over when a crash has cut it short', () => {
    writeFileSync(join(folder, 'box.lock'), '{"pid":');
    expect(() => lockDataDir(folder, alive)).not.toThrow();
  });
});
