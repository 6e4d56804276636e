import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  DataDirInUseError,
  identify,
  isRunning,
  recordOwner,
  waitForDataDir,
} from '../src/process/owner-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

const nobody = { pid: 2 ** 22 + 1, started: '1' };

async function sleeper(): Promise<number> {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(child, 'spawn');
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

function ownedBy(owner: { engine: object; parent: object }): string {
  const dataDir = join(temporaryFolder(), 'data');
  writeFileSync(`${dataDir}.owner.json`, JSON.stringify(owner));
  return dataDir;
}

describe('a data folder', () => {
  it('is free when nobody had it, or when its server is gone', async () => {
    await waitForDataDir(join(temporaryFolder(), 'data'), 0);
    await waitForDataDir(ownedBy({ engine: nobody, parent: identify(process.pid) }), 0);
  });

  it('is free when the pid of its server belongs to a later process, which is left alone', async () => {
    const pid = await sleeper();
    await waitForDataDir(ownedBy({ engine: { pid, started: '1' }, parent: nobody }), 0);
    expect(isRunning(pid)).toBe(true);
  });

  it('is taken from a server that lost both parent and watcher', async () => {
    const pid = await sleeper();
    await waitForDataDir(ownedBy({ engine: identify(pid), parent: nobody }), 100);
    expect(isRunning(pid)).toBe(false);
  });

  it('is refused when parent and server live on', async () => {
    const engine = await sleeper();
    const parent = await sleeper();
    const dataDir = ownedBy({ engine: identify(engine), parent: identify(parent) });
    await expect(waitForDataDir(dataDir, 0)).rejects.toThrow(DataDirInUseError);
    expect(isRunning(engine)).toBe(true);
  });

  it('may be waited for by the process that owns it', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const pid = await sleeper();
    recordOwner(dataDir, pid);
    await expect(waitForDataDir(dataDir, 0)).rejects.toThrow('this process started');
    const free = waitForDataDir(dataDir, 10_000);
    process.kill(pid, 'SIGTERM');
    await free;
    expect(isRunning(pid)).toBe(false);
  });
});
