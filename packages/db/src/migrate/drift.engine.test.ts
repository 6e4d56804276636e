import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase } from '@brevia/engines/testing';
import pg from 'pg';
import { expect, it } from 'vitest';
import { findMigrations } from './files.ts';
import { migrate } from './migrate.ts';
import { parsePrismaSchema, type Table } from '../testing/prisma-schema.ts';

/** The tables as PostgreSQL describes them. */
async function introspect(url: string): Promise<Map<string, Table>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const columns = await client.query<{
      table: string;
      column: string;
      type: string;
      nullable: boolean;
      default: boolean;
    }>(
      `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
         NOT a.attnotnull AS nullable, a.atthasdef AS default
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`,
    );
    const keys = await client.query<{ table: string; kind: 'p' | 'u'; columns: string[] }>(
      `SELECT c.relname AS table, k.contype AS kind,
         ARRAY(SELECT a.attname::TEXT FROM unnest(k.conkey) WITH ORDINALITY u (num, at)
           JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.num ORDER BY u.at) AS columns
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND k.contype IN ('p', 'u')`,
    );
    const tables = new Map<string, Table>();
    for (const row of columns.rows) {
      const table = tables.get(row.table) ?? { columns: {}, primaryKey: [], uniques: [] };
      table.columns[row.column] = { type: row.type, nullable: row.nullable, hasDefault: row.default };
      tables.set(row.table, table);
    }
    for (const row of keys.rows) {
      const table = tables.get(row.table)!;
      if (row.kind === 'p') table.primaryKey = row.columns;
      else table.uniques.push(row.columns);
    }
    for (const table of tables.values()) table.uniques.sort();
    return tables;
  } finally {
    await client.end();
  }
}

it('the migrated database and prisma/schema.prisma are the same: tables, columns, types, nullability, defaults, keys', async () => {
  const database = await createTestDatabase();
  await migrate(database.url);
  const actual = await introspect(database.url);
  const schema = await readFile(join(findMigrations(), '..', 'schema.prisma'), 'utf8');
  const expected = parsePrismaSchema(schema);
  expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
  expect(expected.size).toBeGreaterThan(15);
  await database.drop();
});
