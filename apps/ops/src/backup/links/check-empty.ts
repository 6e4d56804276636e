import type pg from 'pg';
import { BackupError } from '../archive/archive.ts';
import type { LinksManifest } from '../manifest.ts';
import { readColumns } from './rows.ts';
import { KEPT } from './tables.ts';

/** The row of `schema_migrations` that stands for a restore under way: with it no migration runs, so no app starts. */
const MARK = 'unfinished-restore';

/** Throws BackupError unless the store has no data of ours and no table that the backup does not know. Writes nothing. */
export async function checkEmpty(client: pg.Client, { name, migrations }: LinksManifest): Promise<void> {
  const advice = 'A restore needs an empty database: make one, and give it as DATABASE_URL.';
  if ((await readColumns(client, 'schema_migrations')).length > 0) {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations');
    const known = new Set(migrations.map((migration) => migration.name));
    const newer = rows.find((row) => !known.has(row.name))?.name;
    if (newer === MARK)
      throw new BackupError(`The link store holds a part of a restore that was not finished. ${advice}`);
    if (newer !== undefined) {
      throw new BackupError(
        `The link store already has the migration ${newer}, which is newer than the backup ${name}; the restore runs the migrations itself. ${advice}`,
      );
    }
  }
  for (const table of KEPT) {
    // A box that has only been started has claimed numbers for codes; they are kept (load-links.ts).
    if (table.name === 'id_blocks' || (await readColumns(client, table.name)).length === 0) continue;
    const { rowCount } = await client.query(`SELECT 1 FROM ${table.name} LIMIT 1`);
    if (rowCount !== 0)
      throw new BackupError(`The link store is not empty: the table ${table.name} has rows. ${advice}`);
  }
}

/** From here on the store is neither empty nor whole. Throws BackupError when another restore came first. */
export async function markUnfinished(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO schema_migrations (name, checksum) VALUES ($1, '') ON CONFLICT DO NOTHING`,
    [MARK],
  );
  if (rowCount === 0) throw new BackupError('Another restore works on this link store.');
}

export async function markFinished(client: pg.Client): Promise<void> {
  await client.query('DELETE FROM schema_migrations WHERE name = $1', [MARK]);
}
