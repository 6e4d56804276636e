import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeStaleEndpoints } from './endpoints.mjs';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'brevia-endpoints-'));
  writeFileSync(join(dataDir, 'endpoints.json'), '{}');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const lockedBy = (pid: unknown) =>
  writeFileSync(join(dataDir, 'box.lock'), JSON.stringify({ pid, started: '1' }));
const isThere = () => {
  removeStaleEndpoints(dataDir);
  return existsSync(join(dataDir, 'endpoints.json'));
};

describe('endpoints.json at the next start (RUN-5)', () => {
  test('is removed first thing when its box was killed', () => {
    lockedBy(spawnSync(process.execPath, ['-e', '']).pid);
    expect(isThere()).toBe(false);
  });

  test('is removed when no box, or no readable one, holds the folder', () => {
    expect(isThere()).toBe(false);
    writeFileSync(join(dataDir, 'endpoints.json'), '{}');
    writeFileSync(join(dataDir, 'box.lock'), '{"pid": 1');
    expect(isThere()).toBe(false);
  });

  test('stays while its box is alive, also of another user', () => {
    for (const pid of [process.pid, 1]) {
      lockedBy(pid);
      expect(isThere()).toBe(true);
    }
  });

  test('need not be there, nor the folder', () => {
    rmSync(dataDir, { recursive: true });
    expect(() => removeStaleEndpoints(dataDir)).not.toThrow();
  });
});
