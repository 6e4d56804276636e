import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepSecrets } from './secrets.ts';
import { readSettings } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brevia-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const keep = (env: NodeJS.ProcessEnv = {}) => keepSecrets(readSettings({ DATA_DIR: folder, ...env }));

describe('the secrets of the box', () => {
  test('are made once, differ from each other, and are found again', () => {
    const first = keep();
    expect(new Set(Object.values(first)).size).toBe(3);
    expect(keep()).toEqual(first);
  });

  test('are for their owner only', () => {
    keep();
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('that are given as settings win and are not stored', () => {
    const key = 'k'.repeat(40);
    expect(keep({ CODE_KEY: key }).CODE_KEY).toBe(key);
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).not.toContain(key);
  });

  test('are never replaced when the file is broken', () => {
    writeFileSync(join(folder, 'secrets.json'), '{"CODE_KEY": ');
    expect(() => keep()).toThrow(/secrets\.json is broken/);
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe('{"CODE_KEY": ');
  });
});
