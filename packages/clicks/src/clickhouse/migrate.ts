import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClickHouseClient } from '@clickhouse/client';
import { silentLog, type Log } from '../log.ts';
import { checkKnown, checkVariant } from './check-cluster.ts';
import { createClickHouse } from './client.ts';
import { refuseWhileWorkersWrite } from './offline.ts';
import { renderMigration } from './render.ts';

export interface MigrateOptions {
  /** Name of the cluster for the replicated and sharded variant; missing: one server. */
  readonly cluster?: string | undefined;
  /** Where the numbered SQL files are. A bundle keeps a copy beside itself. */
  readonly schemaDir?: string;
  readonly log?: Log;
}

const DEFAULT_SCHEMA_DIR = fileURLToPath(new URL('./schema', import.meta.url));

/**
 * Brings the tables of a ClickHouse database (it is created when missing) up to date. Every statement may be run again, so
 * an interrupted migration is simply run once more from its first statement (C243), and there is no lock that could be left
 * behind. A file that was changed after it had been applied is an error, and so are tables of the other variant.
 * @returns names of the files applied now.
 */
export async function migrateClickHouse(url: string, options: MigrateOptions = {}): Promise<string[]> {
  await createDatabase(url, options.cluster);
  const client = createClickHouse({ url, application: 'brevia-migrate', requestTimeoutMs: 60_000 });
  try {
    await checkVariant(client, options.cluster);
    return await applyAll(client, options);
  } finally {
    await client.close();
  }
}

async function createDatabase(url: string, cluster: string | undefined): Promise<void> {
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  if (name === '') return;
  target.pathname = '';
  const client = createClickHouse({ url: target.href, application: 'brevia-migrate' });
  try {
    if (cluster !== undefined) await checkKnown(client, cluster);
    const where = cluster === undefined ? '' : ` ON CLUSTER '${cluster}'`;
    await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${quote(name)}${where}` });
  } finally {
    await client.close();
  }
}

async function applyAll(client: ClickHouseClient, options: MigrateOptions): Promise<string[]> {
  const { cluster, log = silentLog, schemaDir = DEFAULT_SCHEMA_DIR } = options;
  const runId = randomBytes(4).toString('hex');
  const run = async (sql: string, afterCopy?: () => Promise<void>): Promise<void> => {
    for (const query of renderMigration(sql, cluster, runId)) {
      await client.command({ query, clickhouse_settings: KEEP_ALIVE });
      if (query.startsWith('INSERT')) await afterCopy?.();
    }
  };
  await run(LEDGER);
  const applied = await readLedger(client);
  const done: string[] = [];
  for (const name of await migrationFiles(schemaDir, cluster)) {
    const sql = await readFile(join(schemaDir, name), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const known = applied.get(name);
    if (known === checksum) continue;
    if (known !== undefined)
      throw new Error(`ClickHouse migration ${name} was changed after it had been applied`);
    const isOffline = name.endsWith('.offline.sql');
    await run(sql, isOffline ? await refuseWhileWorkersWrite(client, name) : undefined);
    await client.insert({ table: 'schema_migrations', values: [{ name, checksum }], format: 'JSONEachRow' });
    log.info({ migration: name }, 'ClickHouse migration applied');
    done.push(name);
  }
  return done;
}

/** A statement that fills a table may take many minutes; without a sign from it the client would give it up. */
const KEEP_ALIVE = { send_progress_in_http_headers: 1, http_headers_progress_interval_ms: '20000' } as const;

const LEDGER = `
CREATE TABLE IF NOT EXISTS schema_migrations {{on_cluster}} (
  name String,
  checksum String,
  applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = {{engine ReplacingMergeTree}}
ORDER BY name;`;

async function readLedger(client: ClickHouseClient): Promise<Map<string, string>> {
  const answer = await client.query({
    query: 'SELECT name, argMin(checksum, applied_at) AS checksum FROM schema_migrations GROUP BY name',
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ name: string; checksum: string }>();
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function migrationFiles(dir: string, cluster: string | undefined): Promise<string[]> {
  const names = (await readdir(dir)).filter((name) => /^\d{3}_\w+(\.cluster|\.offline)?\.sql$/.test(name));
  return names.filter((name) => cluster !== undefined || !name.endsWith('.cluster.sql')).sort();
}

const quote = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
