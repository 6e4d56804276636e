import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { classify } from '../retry/classify.ts';
import { findMigrations, readMigrations, readTuning, type MigrationFile } from './files.ts';
import { MigrationError } from './error.ts';
import { createMigrationLease } from './lease.ts';
import { checksum, splitStatements } from './statements.ts';

export interface MigrateOptions {
  readonly directory?: string;
  /** How long to wait for another runner, in milliseconds. */
  readonly waitMs?: number;
  readonly leaseMs?: number;
  readonly report?: (message: string) => void;
}

export interface MigrateResult {
  readonly applied: readonly string[];
}

/** Unique violation in the catalogue, duplicate table, duplicate type: three faces of one collision. */
const ALREADY_THERE = new Set(['23505', '42P07', '42710']);
const BOOTSTRAP = [
  `CREATE TABLE IF NOT EXISTS leases (
    name TEXT NOT NULL,
    holder TEXT NOT NULL,
    expires_at TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT leases_pkey PRIMARY KEY (name)
  )`,
  `CREATE TABLE IF NOT EXISTS schema_migrations (
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    done INT4 NOT NULL DEFAULT 0,
    applied_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    finished_at TIMESTAMPTZ(3),
    CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
  )`,
];

/**
 * Brings the database at `url` to the newest schema and says what it applied. Statements run one at a time and each is
 * recorded, so an interrupted or failed run continues where it stopped (C242, C248). Throws MigrationError; a caller must
 * then not start the apps. Several runners at once are safe: one works, the others wait (C244, C247).
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<MigrateResult> {
  const directory = options.directory ?? findMigrations();
  const files = await readMigrations(directory);
  const [client, keeper] = await Promise.all([connect(url), connect(url)]);
  const lease = createMigrationLease(keeper, options);
  try {
    for (const statement of BOOTSTRAP) await createOnce(client, statement);
    await lease.take();
    const applied: string[] = [];
    const known = await readApplied(client);
    refuseStrangers(files, known);
    for (const file of files) {
      if (await applyFile(client, file, known.get(file.name), lease.renew)) {
        applied.push(file.name);
        options.report?.(`applied ${file.name}`);
      }
    }
    await tune(client, directory);
    return { applied };
  } finally {
    await lease.giveBack().catch(() => undefined);
    await Promise.allSettled([client.end(), keeper.end()]);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'brevia-migrate',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

interface Applied {
  readonly checksum: string;
  readonly done: number;
  readonly finished: boolean;
}

async function readApplied(client: pg.Client): Promise<Map<string, Applied>> {
  const { rows } = await client.query<{ name: string; checksum: string; done: number; finished: boolean }>(
    'SELECT name, checksum, done, finished_at IS NOT NULL AS finished FROM schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** An older program must not start on a newer schema, nor any on one that was changed behind its back. */
function refuseStrangers(files: readonly MigrationFile[], known: ReadonlyMap<string, Applied>): void {
  const names = new Set(files.map((file) => file.name));
  for (const name of known.keys()) {
    if (!names.has(name)) {
      throw new MigrationError(`The database has migration ${name}, which this version does not know.`);
    }
  }
  for (const file of files) {
    const applied = known.get(file.name);
    if (applied?.finished === true && applied.checksum !== checksum(file.sql)) {
      throw new MigrationError(`Migration ${file.name} was changed after it ran. Add a new file instead.`);
    }
  }
}

async function applyFile(
  client: pg.Client,
  file: MigrationFile,
  applied: Applied | undefined,
  renewLease: () => Promise<void>,
): Promise<boolean> {
  if (applied?.finished === true) return false;
  const sum = checksum(file.sql);
  const statements = splitStatements(file.sql);
  // A file that never finished may be corrected; then it runs from its start (every statement can run twice).
  const start = applied?.checksum === sum ? applied.done : 0;
  await client.query(
    `INSERT INTO schema_migrations (name, checksum, done) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, done = excluded.done`,
    [file.name, sum, start],
  );
  for (let at = start; at < statements.length; at++) {
    await renewLease();
    try {
      await client.query(statements[at]!);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new MigrationError(
        `Migration ${file.name}, statement ${at + 1} of ${statements.length} failed: ${reason}. ` +
          'What came before it is kept; running again continues with this statement.',
        { cause: error },
      );
    }
    await client.query('UPDATE schema_migrations SET done = $2 WHERE name = $1', [file.name, at + 1]);
  }
  await client.query('UPDATE schema_migrations SET finished_at = now(), applied_at = now() WHERE name = $1', [
    file.name,
  ]);
  return true;
}

/** Settings that only PostgreSQL has, from the folder beside the migrations; safe to set again each time (LINK-4). */
async function tune(client: pg.Client, directory: string): Promise<void> {
  const sql = await readTuning(directory);
  if (sql === null) return;
  const { rows } = await client.query<{ version: string }>('SELECT version()');
  if (!rows[0]!.version.startsWith('PostgreSQL')) return;
  for (const statement of splitStatements(sql)) await client.query(statement);
}

/** Two runners that create one table at the same moment collide in PostgreSQL's catalogue despite IF NOT EXISTS. */
async function createOnce(client: pg.Client, statement: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (attempt >= 10 || (!ALREADY_THERE.has(String(code)) && classify(error) !== 'retry')) throw error;
      await sleep(20 * (attempt + 1));
    }
  }
}
