import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EngineError, type Engine, type StartOptions } from '../engine.ts';
import { unsupportedPlatform } from '../platform.ts';
import { isRunning } from '../process/owner-file.ts';
import { startServer } from '../process/start-server.ts';
import { postgresAccount } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { createCluster, superuserPassword } from './cluster.ts';

/** Options of startPostgres. */
export interface PostgresOptions extends StartOptions {
  /** Default 100. */
  maxConnections?: number;
  /** More server settings, e.g. `{ log_statement: 'all' }`. */
  settings?: Readonly<Record<string, string>>;
}

/** Starts PostgreSQL 18 on 127.0.0.1; the URL is the superuser's in the database `postgres`. */
export async function startPostgres(options: PostgresOptions): Promise<Engine> {
  const refusal = unsupportedPlatform();
  if (refusal !== null) throw new EngineError('postgres', refusal);
  const dataDir = resolve(options.dataDir);
  const durable = options.durable ?? true;
  const { initdb, postgres } = postgresBinaries();
  mkdirSync(dirname(dataDir), { recursive: true });
  const account = await postgresAccount([postgres, dataDir]);
  const settings = { ...serverSettings(durable, options.maxConnections ?? 100), ...options.settings };
  const urlOf = (port: number) => {
    const password = superuserPassword(dataDir);
    return `postgres://postgres${password && ':'}${password}@127.0.0.1:${port}/postgres`;
  };
  return startServer({
    name: 'postgres',
    dataDir,
    port: options.port,
    logDir: options.logDir,
    stopBy: 'INT', // "fast": ends sessions, unlike TERM, which waits for them
    readyMs: 60_000, // crash recovery of a long log
    passing: /pre-existing shared memory block/, // sessions of a killed server are still going away
    url: urlOf,
    check: (port) => answers(urlOf(port)),
    command: async (port) => {
      await createCluster(initdb, account, dataDir, durable);
      await dropStalePidFile(dataDir);
      const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([key, value]) => [
        '-c',
        `${key}=${value}`,
      ]);
      return account.run({ file: postgres, args: ['-D', dataDir, ...flags] });
    },
  });
}

function serverSettings(durable: boolean, maxConnections: number): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '', // their paths are bounded to about 100 bytes, a data folder's isn't
    max_connections: String(maxConnections),
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    max_parallel_workers_per_gather: '0', // short queries only, and /dev/shm is small in containers
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

/**
 * After kill -9 the pid file stays. PostgreSQL sees through that, unless a new process of the same user has got the
 * pid: then the file, whose process is no PostgreSQL, has to go. (Linux only: elsewhere PostgreSQL says what to do.)
 */
async function dropStalePidFile(dataDir: string): Promise<void> {
  const path = join(dataDir, 'postmaster.pid');
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    const command = () => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    // A killed server that init has not collected yet still counts as running to PostgreSQL. Its sessions notice its death
    // well within this time; after it nobody uses the folder, whether the corpse is collected or not.
    const deadline = Date.now() + 3_000;
    while (command() === 'postgres' && !isRunning(pid) && Date.now() < deadline) await sleep(50);
    if (command() !== 'postgres' || !isRunning(pid)) rmSync(path);
  } catch {
    // No file, no such process or no /proc: nothing to do.
  }
}

async function answers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}
