import type pg from 'pg';
import type { KeptTable } from './tables.ts';

/** A row in PostgreSQL's text form, which CockroachDB writes alike: times, arrays and large numbers stay as they are. */
export type Row = readonly (string | null)[];

export interface Column {
  readonly name: string;
  /** For a cast: `text`, `int8`, `text[]`. */
  readonly type: string;
}

const PAGE_ROWS = 1_000;
const asText = { getTypeParser: () => (value: string) => value };

/** The columns of a table that are written (computed ones are not), by name; none where there is no such table. */
export async function readColumns(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<{ column_name: string; udt_name: string }>(
    `SELECT column_name, udt_name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_generated NOT IN ('ALWAYS', 'YES')
     ORDER BY column_name`,
    [table],
  );
  return rows.map(({ column_name: name, udt_name: type }) => ({
    name,
    type: type.startsWith('_') ? `${type.slice(1)}[]` : type,
  }));
}

/** All rows of a table, a page at a time in the order of its primary key, so that any number of them takes little memory. */
export async function* readRows(
  client: pg.Client,
  { name, key }: KeptTable,
  columns: readonly string[],
): AsyncGenerator<Row[]> {
  const keyAt = key.map((column) => columns.indexOf(column));
  const head = `SELECT ${columns.join(', ')} FROM ${name}`;
  const tail = `ORDER BY ${key.join(', ')} LIMIT ${PAGE_ROWS}`;
  const beyond = `WHERE (${key.join(', ')}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})`;
  for (let last: Row | null = null; ;) {
    const found: pg.QueryArrayResult<(string | null)[]> = await client.query({
      text: last === null ? `${head} ${tail}` : `${head} ${beyond} ${tail}`,
      values: last === null ? [] : keyAt.map((at) => last?.[at]),
      rowMode: 'array',
      types: asText,
    });
    if (found.rows.length > 0) yield found.rows;
    if (found.rows.length < PAGE_ROWS) return;
    last = found.rows.at(-1) ?? null;
  }
}
