import { createHash } from 'node:crypto';
import { migrateClickHouse } from '@brevia/clicks';
import { about, BackupError, type Archive } from '../archive/archive.ts';
import { readClicksManifest, type ClicksFile, type ClicksManifest } from '../manifest.ts';
import { measure } from './export-clicks.ts';
import { createClickServer, type ClickServer } from './server.ts';
import { FILLED, RAW, ROLL_UPS } from './tables.ts';

export interface ClicksRestore {
  readonly clickhouseUrl: string;
  /** Missing: one server. */
  readonly cluster?: string | undefined;
  readonly signal: AbortSignal;
}

/** A month of a table after its restore, equal to that of the backup. */
export interface RestoredMonth {
  readonly table: string;
  readonly month: number;
  readonly clicks: number;
}

/** Throws BackupError unless ClickHouse has no clicks. Writes nothing. */
export async function checkNoClicks({ clickhouseUrl, signal }: ClicksRestore): Promise<void> {
  const server = createClickServer(clickhouseUrl, signal);
  const present = await server.rows<{ name: string }>(
    'SELECT name FROM system.tables WHERE database = currentDatabase()',
  );
  const names = new Set(present.map(({ name }) => name));
  for (const table of FILLED.filter((name) => names.has(name))) {
    if ((await server.rows(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0) {
      throw new BackupError(
        `ClickHouse is not empty: the table ${table} has rows. A restore needs an empty database: make one, and give it in CLICKHOUSE_URL.`,
      );
    }
  }
}

/**
 * Brings an empty ClickHouse to the state of a backup: the raw clicks go through the views of this version, which rebuild
 * every roll-up from them; older roll-ups are loaded as they are. All files are checked before anything is written, and
 * every month is compared afterwards.
 * @throws BackupError when the backup is damaged or newer than this version, or ClickHouse is not empty
 */
export async function restoreClicks(
  archive: Archive,
  name: string,
  options: ClicksRestore,
): Promise<{ months: RestoredMonth[]; manifest: ClicksManifest }> {
  const { clickhouseUrl, cluster, signal } = options;
  const manifest = await readClicksManifest(archive, name);
  await checkNoClicks(options);
  for (const file of manifest.files) await checkFile(archive, name, file, signal);
  await migrateClickHouse(clickhouseUrl, { cluster });
  const server = createClickServer(clickhouseUrl, signal);
  await checkSchema(server, manifest);
  const months: RestoredMonth[] = [];
  for (const file of manifest.files) months.push(await load(server, archive, name, file));
  await checkRollUps(server, manifest);
  return { months, manifest };
}

/** Compares a file with its checksum. */
async function checkFile(
  archive: Archive,
  name: string,
  entry: ClicksFile,
  signal: AbortSignal,
): Promise<void> {
  const subject = `${entry.file} of the backup ${name}`;
  const hash = createHash('sha256');
  try {
    for await (const chunk of await archive.read(name, entry.file)) {
      signal.throwIfAborted();
      hash.update(chunk as Buffer);
    }
  } catch (error) {
    throw about(subject, error);
  }
  if (hash.digest('hex') !== entry.checksum)
    throw new BackupError(`${subject} is damaged: its checksum is not that of the manifest.`);
}

async function checkSchema(server: ClickServer, { name, migrations }: ClicksManifest): Promise<void> {
  const rows = await server.rows<{ name: string }>('SELECT DISTINCT name FROM schema_migrations');
  const known = new Set(rows.map((row) => row.name));
  // What only a cluster has changes no column.
  const newer = migrations.find((each) => !known.has(each) && !each.endsWith('.cluster.sql'));
  if (newer !== undefined) {
    throw new BackupError(
      `The backup ${name} was made by a newer version of Brevia: it has the migration ${newer}. Restore it with that version.`,
    );
  }
}

async function load(
  server: ClickServer,
  archive: Archive,
  name: string,
  entry: ClicksFile,
): Promise<RestoredMonth> {
  const table = [RAW, ...ROLL_UPS].find((each) => each.name === entry.table);
  if (table === undefined) throw new BackupError(`The backup ${name} has an unknown table ${entry.table}.`);
  const place = `${entry.table} of ${entry.month}`;
  try {
    await server.import(`INSERT INTO ${table.name} FORMAT Native`, await archive.read(name, entry.file));
  } catch (error) {
    throw about(`${place} could not be restored`, error);
  }
  const found = await measure(server, table, `${table.month} = ${entry.month}`);
  if (found.rows !== entry.rows || found.fingerprint !== entry.fingerprint) {
    throw new BackupError(
      `${place} was restored with ${found.rows} clicks that are not the ${entry.rows} of the backup. Drop the database of ClickHouse and restore again.`,
    );
  }
  return { table: entry.table, month: entry.month, clicks: found.rows };
}

/** The roll-up of all links has what was loaded, raw or rolled up, and no click more. */
async function checkRollUps(server: ClickServer, { files }: ClicksManifest): Promise<void> {
  const counted = files.filter(({ table }) => table === RAW.name || table === 'link_day');
  const expected = counted.reduce((sum, { rows }) => sum + rows, 0);
  const [found] = await server.rows<{ clicks: string }>('SELECT sum(clicks) AS clicks FROM link_day');
  if (Number(found?.clicks ?? 0) !== expected)
    throw new BackupError(`link_day has ${found?.clicks} clicks instead of ${expected}.`);
}
