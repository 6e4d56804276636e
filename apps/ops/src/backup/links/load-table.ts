import { withRetry } from '@brevia/db';
import type pg from 'pg';
import { BackupError, type Archive } from '../archive/archive.ts';
import type { LinksTable } from '../manifest.ts';
import { parseRow, readLines } from './read-lines.ts';
import { createRowSum } from './row-sum.ts';
import { readColumns, readRows, type Column, type Row } from './rows.ts';
import { KEPT } from './tables.ts';

const BATCH_ROWS = 500;

/** How a row of the store differs from that of the backup. */
export interface Change {
  /** What every link's version grows by. */
  readonly versionStep: bigint;
}

/** Writes a table's rows, some hundred a statement. Throws BackupError when the file has what the table has no place for. */
export async function loadTable(
  client: pg.Client,
  archive: Archive,
  name: string,
  table: LinksTable,
  change: Change,
): Promise<void> {
  const columns = await columnsOf(client, table);
  const insert = insertInto(table.table, columns);
  const stepped = step(table, change.versionStep);
  let batch: Row[] = [];
  const flush = async (): Promise<void> => {
    const values = columns.map((_, at) => batch.map((row) => row[at] ?? null));
    // A row that is there already is from an attempt whose answer got lost; counts and checksums are compared in the end.
    if (batch.length > 0) await withRetry(() => client.query(insert, values), { idempotent: true });
    batch = [];
  };
  for await (const line of readLines(archive, name, table)) {
    const row = parseRow(line, columns.length);
    if (row === null) throw new BackupError(`${table.file} of the backup ${name} has a line that is no row.`);
    batch.push(stepped(row));
    if (batch.length === BATCH_ROWS) await flush();
  }
  await flush();
}

/** Reads a table back. @returns its rows and checksum, without the change that the restore made to it */
export async function sumTable(
  client: pg.Client,
  table: LinksTable,
  change: Change,
): Promise<{ rows: number; checksum: string }> {
  const kept = KEPT.find(({ name }) => name === table.table);
  if (kept === undefined) throw new BackupError(`The backup has an unknown table ${table.table}.`);
  const sum = createRowSum();
  const original = step(table, -change.versionStep);
  for await (const page of readRows(client, kept, table.columns)) {
    for (const row of page) sum.add(JSON.stringify(original(row)));
  }
  return { rows: sum.rows, checksum: sum.digest() };
}

async function columnsOf(client: pg.Client, { table, columns }: LinksTable): Promise<Column[]> {
  const present = new Map((await readColumns(client, table)).map((column) => [column.name, column]));
  return columns.map((name) => {
    const column = present.get(name);
    if (column === undefined) throw new BackupError(`The table ${table} has no column ${name}.`);
    return column;
  });
}

/** The rows come as one array of texts a column. */
function insertInto(table: string, columns: readonly Column[]): string {
  const names = columns.map(({ name }) => name).join(', ');
  const cells = columns.map(({ type }, at) => `c${at}::${type}`).join(', ');
  const arrays = columns.map((_, at) => `$${at + 1}::TEXT[]`).join(', ');
  const aliases = columns.map((_, at) => `c${at}`).join(', ');
  // Regions have a row each from the beginning, and numbers that were claimed in this store stay claimed.
  const conflict =
    table === 'id_blocks'
      ? '(region) DO UPDATE SET next = greatest(id_blocks.next, excluded.next), max = excluded.max'
      : 'DO NOTHING';
  return `INSERT INTO ${table} (${names}) SELECT ${cells} FROM unnest(${arrays}) AS r (${aliases}) ON CONFLICT ${conflict}`;
}

function step({ table, columns }: LinksTable, by: bigint): (row: Row) => Row {
  const at = table === 'links' ? columns.indexOf('version') : -1;
  if (at === -1) return (row) => row;
  return (row) => row.map((cell, index) => (index === at ? String(BigInt(cell ?? '0') + by) : cell));
}
