import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { BackupError, type Draft } from '../archive/archive.ts';
import { manifestHead, type LinksManifest, type LinksTable } from '../manifest.ts';
import { connectLinkStore } from './connect.ts';
import { createRowSum, type RowSum } from './row-sum.ts';
import { readColumns, readRows } from './rows.ts';
import { KEPT, type KeptTable } from './tables.ts';

export interface LinksBackup {
  readonly databaseUrl: string;
  readonly name: string;
  readonly tool: string;
  readonly signal: AbortSignal;
}

/** CockroachDB reads the state of some seconds ago: such a transaction waits for nobody and is never sent back. */
const COCKROACHDB_LAG_MS = 10_000;

/**
 * Writes all state of the link store as it was at one moment, a gzipped NDJSON file a table, one row a line.
 * @returns what the manifest says of it
 */
export async function backUpLinks(draft: Draft, options: LinksBackup): Promise<LinksManifest> {
  const { databaseUrl, name, tool, signal } = options;
  const client = await connectLinkStore(databaseUrl);
  const cut = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', cut);
  try {
    const takenAt = await beginSnapshot(client);
    const migrations = await readMigrations(client);
    const tables: LinksTable[] = [];
    for (const table of KEPT) tables.push(await writeTable(client, table, draft, signal));
    await client.query('COMMIT');
    return { ...manifestHead(name, takenAt, tool), kind: 'links', migrations, tables };
  } finally {
    signal.removeEventListener('abort', cut);
    await client.end().catch(() => undefined);
  }
}

/**
 * One read-only serializable transaction: every table is of the same moment. On PostgreSQL a deferrable one, which
 * waits for a moment from which it can neither fail nor make others fail; on CockroachDB a historic one.
 * @returns a moment at or before that of the snapshot
 */
async function beginSnapshot(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ version: string }>('SELECT version()');
  if (rows[0]?.version.startsWith('CockroachDB') === true) {
    await client.query(`BEGIN AS OF SYSTEM TIME '-${COCKROACHDB_LAG_MS / 1_000}s'`);
    return new Date(Date.now() - COCKROACHDB_LAG_MS);
  }
  const before = new Date();
  await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE');
  return before;
}

async function readMigrations(client: pg.Client): Promise<LinksManifest['migrations']> {
  const columns = await readColumns(client, 'schema_migrations');
  const { rows } =
    columns.length === 0
      ? { rows: [] }
      : await client.query<{ name: string; checksum: string; finished: boolean }>(
          'SELECT name, checksum, finished_at IS NOT NULL AS finished FROM schema_migrations ORDER BY name',
        );
  const unfinished = rows.find(({ finished }) => !finished);
  if (rows.length === 0 || unfinished !== undefined) {
    const what = unfinished === undefined ? 'has no tables of Brevia' : `stopped in ${unfinished.name}`;
    throw new BackupError(`The link store ${what}: run \`npm run ops -- migrate\` first.`);
  }
  return rows.map(({ name, checksum }) => ({ name, checksum }));
}

async function writeTable(
  client: pg.Client,
  table: KeptTable,
  draft: Draft,
  signal: AbortSignal,
): Promise<LinksTable> {
  const columns = (await readColumns(client, table.name)).map((column) => column.name);
  if (columns.length === 0) throw new BackupError(`The link store has no table ${table.name}.`);
  const file = `${table.name}.ndjson.gz`;
  const sum = createRowSum();
  const gzip = createGzip();
  // The reader of `gzip` learns of every error.
  pipeline(Readable.from(linesOf(client, table, columns, sum)), gzip, () => undefined);
  await draft.write(file, gzip, signal);
  return { table: table.name, file, columns, rows: sum.rows, checksum: sum.digest() };
}

async function* linesOf(
  client: pg.Client,
  table: KeptTable,
  columns: readonly string[],
  sum: RowSum,
): AsyncGenerator<string> {
  for await (const page of readRows(client, table, columns)) {
    const lines = page.map((row) => JSON.stringify(row));
    for (const line of lines) sum.add(line);
    yield `${lines.join('\n')}\n`;
  }
}
