import { createHash, type Hash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import { BackupError, type Draft } from '../archive/archive.ts';
import { manifestHead, type ClicksFile, type ClicksManifest } from '../manifest.ts';
import { createClickServer, type ClickServer } from './server.ts';
import { firstRawMonth, RAW, ROLL_UPS, type ExportedTable } from './tables.ts';

export interface ClicksExport {
  readonly clickhouseUrl: string;
  readonly name: string;
  readonly tool: string;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Which rows of a table. */
interface Part {
  readonly table: ExportedTable;
  readonly month: number;
  readonly filter: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** An insert that is under way in the moment of the export shows by a count that changed. */
const ATTEMPTS = 3;

/**
 * Writes the raw clicks, a file a month, and those roll-ups that can't be rebuilt from them. Streams go on meanwhile: the
 * export ends at the same record of each, which the manifest names.
 */
export async function exportClicks(draft: Draft, options: ClicksExport): Promise<ClicksManifest> {
  const { clickhouseUrl, name, tool, now, signal } = options;
  const server = createClickServer(clickhouseUrl, signal);
  const migrations = await readMigrations(server);
  const positions = await readPositions(server);
  const parts = await findParts(server, positions, firstRawMonth(now));
  const files: ClicksFile[] = [];
  for (const part of parts) files.push(await writePart(server, part, draft, signal));
  return { ...manifestHead(name, now, tool), kind: 'clicks', migrations, files, positions };
}

async function readMigrations(server: ClickServer): Promise<string[]> {
  const present = await server.rows(
    `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = 'schema_migrations'`,
  );
  if (present.length === 0)
    throw new BackupError('ClickHouse has no tables of Brevia: run `npm run ops -- migrate` first.');
  const rows = await server.rows<{ name: string }>(
    'SELECT DISTINCT name FROM schema_migrations ORDER BY name',
  );
  return rows.map((row) => row.name);
}

async function readPositions(server: ClickServer): Promise<ClicksManifest['positions']> {
  const rows = await server.rows<{ stream: string; partition: number; next: string }>(
    `SELECT stream, stream_partition AS partition, max(stream_offset) + 1 AS next FROM clicks
     GROUP BY stream, partition ORDER BY stream, partition`,
  );
  return rows.map(({ stream, partition, next }) => ({ stream, partition, next: Number(next) }));
}

async function findParts(
  server: ClickServer,
  positions: ClicksManifest['positions'],
  firstRaw: number,
): Promise<Part[]> {
  const next = positions.map((one) => `'${escape(`${one.stream}:${one.partition}`)}':${one.next}`);
  const bounds = { next: `{${next.join(',')}}` };
  const before = `stream_offset < {next:Map(String, UInt64)}[concat(stream, ':', toString(stream_partition))]`;
  const monthsOf = async ({ name, month }: ExportedTable, filter: string): Promise<number[]> => {
    const rows = await server.rows<{ month: number }>(
      `SELECT DISTINCT ${month} AS month FROM ${name} WHERE ${filter} ORDER BY month`,
    );
    return rows.map((row) => row.month);
  };
  const raw = (await monthsOf(RAW, `${RAW.month} >= ${firstRaw}`)).map((month) => ({
    table: RAW,
    month,
    filter: `${RAW.month} = ${month} AND ${before}`,
    parameters: bounds,
  }));
  const older: Part[] = [];
  for (const table of ROLL_UPS) {
    for (const month of await monthsOf(table, `${table.month} < ${firstRaw}`))
      older.push({ table, month, filter: `${table.month} = ${month}`, parameters: {} });
  }
  return [...raw, ...older];
}

async function writePart(
  server: ClickServer,
  part: Part,
  draft: Draft,
  signal: AbortSignal,
): Promise<ClicksFile> {
  const { table, month, filter, parameters } = part;
  const file = `${table.name}-${month}.native.zst`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    signal.throwIfAborted();
    const before = await measure(server, table, filter, parameters);
    const query = `SELECT * FROM ${table.name} WHERE ${filter} FORMAT Native`;
    const hash = createHash('sha256');
    const body = passing(hash);
    // The reader of `body` learns of every error.
    pipeline(await server.export(query, parameters), body, () => undefined);
    await draft.write(file, body, signal);
    const after = await measure(server, table, filter, parameters);
    if (before.rows === after.rows && before.fingerprint === after.fingerprint)
      return { table: table.name, file, month, ...after, checksum: hash.digest('hex') };
  }
  throw new BackupError(`${table.name} of ${month} changed in ClickHouse while it was exported.`);
}

/** How many clicks, and a hash of them. */
export async function measure(
  server: ClickServer,
  table: ExportedTable,
  filter: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ rows: number; fingerprint: string }> {
  const [found] = await server.rows<{ rows: string; fingerprint: string }>(
    `SELECT ${table.clicks} AS rows, ${table.fingerprint} AS fingerprint FROM ${table.name} WHERE ${filter}`,
    parameters,
  );
  return { rows: Number(found?.rows ?? 0), fingerprint: found?.fingerprint ?? '0' };
}

function passing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

const escape = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
