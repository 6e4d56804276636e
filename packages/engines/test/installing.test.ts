import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findRedis, hasJava, hasMaven, installRedis, startKafka, startRedis } from '../src/index.ts';
import { unsupportedPlatform } from '../src/platform.ts';
import { findProgram } from '../src/process/run-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A PATH with nothing on it but what the scripts below need and what the test puts there. */
function onlyPath(programs: Record<string, string>): string {
  const folder = join(temporaryFolder(), 'bin');
  mkdirSync(folder);
  for (const name of ['sh', 'env', 'cat', 'chmod']) symlinkSync(findProgram(name) ?? '', join(folder, name));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  vi.stubEnv('PATH', folder);
  return folder;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

const isRoot = process.getuid?.() === 0;

describe('Redis', () => {
  it('is found on the PATH, and a missing one is said with how to get it', async () => {
    const folder = onlyPath({});
    expect(findRedis()).toBe(null);
    await expect(startRedis({ dataDir: join(folder, 'data') })).rejects.toThrow(
      'apt-get install redis-server',
    );
    onlyPath({ 'redis-server': 'true' });
    expect(findRedis()).toMatch(/redis-server$/);
  });

  it('is not installed where there is no apt-get', async () => {
    onlyPath({});
    expect(await installRedis()).toBe(false);
  });

  it.runIf(isRoot)('is installed with apt-get, after an update when the lists are missing', async () => {
    const folder = onlyPath({
      // As on a fresh machine: install fails until there was an update.
      'apt-get': `case "$1 $*" in
        update*) : > "\${0%/*}/lists" ;;
        *) [ -e "\${0%/*}/lists" ] || { echo "E: Unable to locate package"; exit 100; }
           : > "\${0%/*}/redis-server"; chmod 755 "\${0%/*}/redis-server" ;;
      esac`,
    });
    const said: string[] = [];
    expect(await installRedis((line) => said.push(line))).toBe(true);
    expect(findRedis()).toBe(join(folder, 'redis-server'));
    expect(said).toEqual([
      'Installing redis-server with apt-get ...',
      expect.stringMatching(/^Installed redis-server in \d+\.\d s\.$/) as string,
    ]);
  });

  it.runIf(isRoot)('is false with the reason when apt-get fails', async () => {
    onlyPath({ 'apt-get': 'echo "E: no network"; exit 100' });
    const said: string[] = [];
    expect(await installRedis((line) => said.push(line))).toBe(false);
    expect(said.at(-1)).toContain('E: no network');
  });
});

describe('Kafka', () => {
  it('names exactly what is missing', async () => {
    const folder = onlyPath({});
    vi.stubEnv('BREVIA_CACHE_DIR', join(folder, 'cache'));
    const options = { dataDir: join(folder, 'data') };
    await expect(startKafka(options)).rejects.toThrow(
      'Kafka needs Java 17 or newer and Maven (mvn) on the PATH',
    );
    onlyPath({ java: `echo 'openjdk version "17.0.15" 2025-04-15' >&2` });
    await expect(startKafka(options)).rejects.toThrow(/Kafka needs Maven \(mvn\) on/);
  });

  it('takes no Java that is too old or only a stub', async () => {
    onlyPath({ java: `echo 'openjdk version "1.8.0_402"' >&2`, mvn: 'true' });
    expect(await hasJava()).toBe(false);
    expect(hasMaven()).toBe(true);
    onlyPath({ java: 'echo "Unable to locate a Java Runtime." >&2; exit 1' });
    expect(await hasJava()).toBe(false);
  });
});

describe('RUN-1: platforms', () => {
  it('are Linux with glibc and macOS, x64 and arm64', () => {
    for (const platform of ['linux', 'darwin']) {
      for (const arch of ['x64', 'arm64']) expect(unsupportedPlatform(platform, arch, false)).toBe(null);
    }
    expect(unsupportedPlatform()).toBe(null);
  });

  it('elsewhere get a clear word', () => {
    expect(unsupportedPlatform('win32', 'x64', false)).toContain('WSL');
    expect(unsupportedPlatform('linux', 'x64', true)).toContain('glibc');
    expect(unsupportedPlatform('linux', 'riscv64', false)).toContain('linux on riscv64');
    expect(unsupportedPlatform('freebsd', 'x64', false)).toContain('freebsd');
  });
});
