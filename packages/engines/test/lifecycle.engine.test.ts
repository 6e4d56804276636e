import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { Redis } from 'ioredis';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createTopics,
  freePort,
  PortInUseError,
  startClickHouse,
  startKafka,
  startPostgres,
  startRedis,
  type Engine,
  type StartOptions,
} from '../src/index.ts';
import { isRunning } from '../src/process/owner-file.ts';
import { waitFor } from '../src/testing/wait-for.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Subject {
  start: (options: StartOptions) => Promise<Engine>;
  write: (url: string) => Promise<unknown>;
  /** The number that `write` left. */
  read: (url: string) => Promise<number>;
}

async function sql(url: string, ...queries: string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: { n?: number }[] = [];
    for (const query of queries) rows = (await client.query<{ n: number }>(query)).rows;
    return Number(rows[0]?.n);
  } finally {
    await client.end();
  }
}

async function clickHouse(url: string, ...queries: string[]): Promise<number> {
  const client = createClient({ url });
  try {
    for (const query of queries.slice(0, -1)) await client.command({ query });
    const last = await client.query({ query: queries.at(-1) ?? '', format: 'JSONEachRow' });
    return Number((await last.json<{ n: number }>())[0]?.n);
  } finally {
    await client.close();
  }
}

async function redis<T>(url: string, use: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url);
  try {
    return await use(client);
  } finally {
    client.disconnect();
  }
}

const kafka = (brokers: string) => new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING });

const subjects: Record<string, Subject> = {
  startPostgres: {
    start: startPostgres,
    write: (url) => sql(url, 'CREATE TABLE t (n int)', 'INSERT INTO t VALUES (42) RETURNING n'),
    read: (url) => sql(url, 'SELECT n FROM t'),
  },
  startClickHouse: {
    start: startClickHouse,
    write: (url) =>
      clickHouse(
        url,
        'CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n',
        'INSERT INTO t VALUES (42)',
        'SELECT n FROM t',
      ),
    read: (url) => clickHouse(url, 'SELECT n FROM t'),
  },
  startRedis: {
    start: startRedis,
    write: (url) => redis(url, (client) => client.set('n', 42)),
    read: (url) => redis(url, async (client) => Number(await client.get('n'))),
  },
  startKafka: {
    start: (options) => startKafka({ ...options, durable: false }), // it never flushes; this starts sooner
    write: async (url) => {
      await createTopics(url, [{ topic: 't', partitions: 2 }]);
      const producer = kafka(url).producer();
      await producer.connect();
      const messages = Array.from({ length: 42 }, (_, i) => ({ partition: 1, value: String(i) }));
      await producer.send({ topic: 't', messages });
      await producer.disconnect();
    },
    read: async (url) => {
      const admin = kafka(url).admin();
      await admin.connect();
      const offsets = await admin.fetchTopicOffsets('t');
      await admin.disconnect();
      return Number(offsets.find(({ partition }) => partition === 1)?.high);
    },
  },
};

// Three starts of a JVM take a while on a busy machine.
describe.each(Object.entries(subjects))('%s', { timeout: 180_000 }, (name, { start, write, read }) => {
  it('answers, and finds its data on the same port after stop and after kill -9', async () => {
    const dataDir = join(temporaryFolder(), "a user's folder é & more", 'data');
    const first = await start({ dataDir });
    onTestFinished(() => first.kill());
    await write(first.url);
    expect(await read(first.url)).toBe(42);
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);

    const second = await start({ dataDir, port: first.port });
    onTestFinished(() => second.kill());
    expect(second.url).toBe(first.url);
    expect(await read(second.url)).toBe(42);
    await second.kill();
    expect(isRunning(second.pid)).toBe(false);
    expect(await second.exited).toBe(null);

    const third = await start({ dataDir, port: first.port });
    onTestFinished(() => third.kill());
    expect(await read(third.url)).toBe(42);
  });

  it('ends with a parent that was killed with -9, and then starts again on the same folder', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const script = join(import.meta.dirname, 'fixtures/parent.mjs');
    const parent = spawn(process.execPath, [script, name, JSON.stringify({ dataDir })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const { pid, url } = JSON.parse(line.toString()) as { pid: number; url: string };
    await write(url);
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');

    // At once, while the old server may still be on its way out.
    const next = await start({ dataDir });
    onTestFinished(() => next.kill());
    expect(isRunning(pid)).toBe(false);
    expect(await read(next.url)).toBe(42);
  });

  it('says which port is in use when the wanted one is taken', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const attempt = start({ dataDir: join(temporaryFolder(), 'data'), port });
    await expect(attempt).rejects.toThrow(PortInUseError);
    await expect(attempt).rejects.toThrow(`Port ${port}`);
  });
});

describe('a data folder', () => {
  it('is refused while the engine of another living process uses it', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const script = join(import.meta.dirname, 'fixtures/parent.mjs');
    const parent = spawn(process.execPath, [script, 'startRedis', JSON.stringify({ dataDir })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const { pid } = JSON.parse(line.toString()) as { pid: number };
    await expect(startRedis({ dataDir })).rejects.toThrow(`in use by process ${parent.pid}`);
    parent.kill('SIGKILL');
    await waitFor(() => !isRunning(pid));
  });
});
