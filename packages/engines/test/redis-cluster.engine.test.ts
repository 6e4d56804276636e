import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Cluster, Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRedisCluster } from '../src/index.ts';
import { isRunning } from '../src/process/owner-file.ts';
import { waitFor } from '../src/testing/wait-for.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function sizeOf(url: string): Promise<number> {
  const redis = new Redis(url);
  try {
    return await redis.dbsize();
  } finally {
    redis.disconnect();
  }
}

describe('startRedisCluster', () => {
  it('serves every slot, promotes a replica when a master dies, and takes the dead one back', async () => {
    const cluster = await startRedisCluster({ dataDir: join(temporaryFolder(), 'cluster') });
    onTestFinished(() => cluster.kill());
    expect(cluster.nodes).toHaveLength(6);
    const client = new Cluster(cluster.url.split(','), { slotsRefreshInterval: 500 });
    client.on('error', () => undefined);
    onTestFinished(() => client.disconnect());
    const keys = Array.from({ length: 30 }, (_, i) => `key${i}`);
    for (const key of keys) expect(await client.set(key, key)).toBe('OK');

    const victim = await cluster.masterOf('key0');
    const heir = await cluster.replicaOf('key0');
    expect(heir).not.toBe(victim);
    await waitFor(async () => (await sizeOf(heir.url)) === (await sizeOf(victim.url)));
    await victim.kill();
    expect(isRunning(victim.pid)).toBe(false);
    expect(await cluster.isWhole()).toBe(false);
    await waitFor(async () => (await cluster.masterOf('key0')) === heir, { timeoutMs: 30_000 });
    for (const key of keys) expect(await client.get(key)).toBe(key);

    await cluster.restore();
    expect(await cluster.isWhole()).toBe(true);
    expect(await cluster.replicaOf('key0')).toBe(victim);
  });

  it('ends with a parent that was killed with -9', async () => {
    const options = { dataDir: join(temporaryFolder(), 'cluster'), masters: 3, replicasEach: 0 };
    const script = join(import.meta.dirname, 'fixtures/parent.mjs');
    const parent = spawn(process.execPath, [script, 'startRedisCluster', JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const { nodes } = JSON.parse(line.toString()) as { nodes: { pid: number }[] };
    expect(nodes.map(({ pid }) => isRunning(pid))).toEqual([true, true, true]);
    parent.kill('SIGKILL');
    await waitFor(() => nodes.every(({ pid }) => !isRunning(pid)));
  });
});
