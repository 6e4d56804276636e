import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startPostgres, type Engine } from '../src/index.ts';
import { startProxy } from '../src/testing/proxy.ts';
import { waitFor } from '../src/testing/wait-for.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

async function start(dataDir: string): Promise<Engine> {
  const engine = await startPostgres({ dataDir, durable: false });
  onTestFinished(() => engine.kill());
  return engine;
}

const shared = mkdtempSync(join(tmpdir(), 'brevia-engines-'));
let engine: Engine;
beforeAll(async () => {
  engine = await startPostgres({ dataDir: join(shared, 'postgres'), durable: false });
});
afterAll(async () => {
  await engine.kill();
  rmSync(shared, { recursive: true, force: true });
});

describe('PostgreSQL', () => {
  it.runIf(process.getuid?.() === 0)('runs for root in a folder that only root may enter', async () => {
    const closed = join(temporaryFolder(), 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o700);
    const engine = await start(join(closed, 'postgres'));
    const client = await connect(engine.url);
    const { rows } = await client.query<{ ok: boolean }>('SELECT count(*) > 100 AS ok FROM pg_class');
    expect(rows).toEqual([{ ok: true }]);
    if (process.platform === 'linux') {
      expect(readFileSync(`/proc/${engine.pid}/status`, 'utf8')).not.toMatch(/^Uid:\s+0\b/m);
    }
  });

  it('lets nobody in without the password of its URL, although every account of the machine reaches loopback', async () => {
    const url = new URL(engine.url);
    expect(url.password.length).toBeGreaterThan(30);
    for (const guess of ['', 'postgres']) {
      url.password = guess;
      await expect(connect(url.href)).rejects.toThrow(/password/);
    }
  });

  it('starts on the folder of a killed one whose pid now belongs to another program', async () => {
    const dataDir = join(temporaryFolder(), 'postgres');
    const first = await start(dataDir);
    const pidFile = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8');
    await first.kill();
    writeFileSync(join(dataDir, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.ppid)));
    const second = await start(dataDir);
    expect((await (await connect(second.url)).query('SELECT 1')).rowCount).toBe(1);
  });

  it.runIf(process.platform === 'linux')(
    'starts on the folder of a killed one that its parent has not collected',
    async () => {
      const dataDir = join(temporaryFolder(), 'postgres');
      await (await startPostgres({ dataDir, durable: false })).kill();
      const program = join(dataDir, '..', 'postgres-corpse', 'postgres');
      mkdirSync(join(program, '..'));
      copyFileSync('/bin/sleep', program);
      chmodSync(program, 0o755);
      const parent = spawn('sh', ['-c', `${program} 0 & echo $!; exec sleep 60`]);
      onTestFinished(() => void parent.kill('SIGKILL'));
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const corpse = Number(line.toString());
      await waitFor(() => readFileSync(`/proc/${corpse}/stat`, 'utf8').includes('(postgres) Z'));
      const left = `${corpse}\n${dataDir}\n1\n1\n\n127.0.0.1\n        1         1\nready   \n`;
      writeFileSync(join(dataDir, 'postmaster.pid'), left);
      const again = await startPostgres({ dataDir, durable: false });
      expect(again.pid).not.toBe(corpse);
      await again.stop();
    },
  );

  it('is killed with all its sessions, also one in the middle of a long statement', async () => {
    const engine = await start(join(temporaryFolder(), 'postgres'));
    const client = await connect(engine.url);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const busy = client.query('SELECT count(*) FROM generate_series(1, 10_000_000_000)').then(
      () => 'finished',
      () => 'cut',
    );
    await engine.kill();
    expect(await busy).toBe('cut');
    await waitFor(() => {
      try {
        return !readFileSync(`/proc/${rows[0]?.pid ?? 0}/stat`, 'utf8').includes(') R');
      } catch {
        return true;
      }
    });
  });

  it('commits what a reset connection had sent: the answer is lost, the row is not', async () => {
    const proxy = await startProxy({ target: engine.url });
    onTestFinished(() => proxy.close());
    const client = await connect(proxy.url);
    await client.query('CREATE TABLE t (n int)');
    await client.query('BEGIN');
    await client.query('INSERT INTO t VALUES (1)');
    await proxy.resetAfter((sent) => sent.includes('COMMIT'));
    await expect(client.query('COMMIT')).rejects.toThrow();
    const witness = await connect(engine.url);
    const found = await waitFor(async () => (await witness.query('SELECT n FROM t')).rowCount);
    expect(found).toBe(1);
  });
});
