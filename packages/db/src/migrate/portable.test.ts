import { describe, expect, it } from 'vitest';
import { findMigrations, readMigrations } from './files.ts';
import { checksum, splitStatements } from './statements.ts';

/** What only one of the two engines knows, or what is unsafe on CockroachDB (docs/decisions/link-store.md). */
const FORBIDDEN: readonly (readonly [string, RegExp])[] = [
  ['STRING', /\bSTRING\b/i],
  ['STORING', /\bSTORING\b/i],
  ['SERIAL', /\b(?:SMALL|BIG)?SERIAL\d*\b/i],
  ['IDENTITY', /\bAS IDENTITY\b/i],
  ['bare INT', /\bINT(?:EGER)?\b(?!\d)/i],
  ['CITEXT', /\bCITEXT\b/i],
  ['collation', /\bCOLLATE\b/i],
  ['domain', /\bCREATE DOMAIN\b/i],
  ['enum type', /\b(?:CREATE|ALTER) TYPE\b/i],
  ['range type', /\b(?:INT4|INT8|NUM|TS|TSTZ|DATE)(?:MULTI)?RANGE\b/i],
  ['ON CONFLICT on an expression', /\bON CONFLICT\s*\([^)]*\(/i],
  ['LISTEN/NOTIFY', /\b(?:LISTEN|NOTIFY|pg_notify)\b/i],
  ['advisory lock', /advisory/i],
  ['CREATE INDEX CONCURRENTLY', /\bCONCURRENTLY\b/i],
  ['DO block or function body', /\$\w*\$|\bDO\s+LANGUAGE\b/i],
  ['DELETE ... LIMIT', /\bDELETE\b[^;]*\bLIMIT\b/i],
  ['ALTER COLUMN TYPE', /\bALTER COLUMN\b[^;]*\bTYPE\b/i],
  ['SKIP LOCKED', /\bSKIP LOCKED\b/i],
  ['transaction control', /^\s*(?:BEGIN|COMMIT|ROLLBACK|START TRANSACTION)\b/i],
  ['extension', /\bCREATE EXTENSION\b/i],
  ['now() as a key', /\(\s*created_at\b[^)]*\)\s*$/i],
];
const DDL = /^(?:CREATE|ALTER|DROP)\b/i;
const DML = /^(?:INSERT|UPDATE|DELETE)\b/i;

/** The rules that a migration breaks. */
function faults(sql: string): string[] {
  const statements = splitStatements(sql);
  const found = statements.flatMap((statement) => [
    ...FORBIDDEN.filter(([, pattern]) => pattern.test(statement)).map(([name]) => name),
    ...(/^CREATE (?:TABLE|INDEX|UNIQUE INDEX)\b/i.test(statement) && !/\bIF NOT EXISTS\b/i.test(statement)
      ? ['CREATE without IF NOT EXISTS']
      : []),
    ...(/^INSERT\b/i.test(statement) && !/\bON CONFLICT\b/i.test(statement)
      ? ['INSERT without ON CONFLICT']
      : []),
  ]);
  const kinds = new Set(statements.map((each) => (DDL.test(each) ? 'ddl' : DML.test(each) ? 'dml' : each)));
  if (kinds.has('ddl') && kinds.has('dml')) found.push('DDL mixed with DML');
  return found;
}

describe('the migrations keep to the SQL that PostgreSQL and CockroachDB share (LINK-4)', async () => {
  const files = await readMigrations(findMigrations());

  it.each(files.map((file) => [file.name, file.sql] as const))('%s', (_name, sql) => {
    expect(splitStatements(sql).length).toBeGreaterThan(0);
    expect(faults(sql)).toEqual([]);
  });

  it('the table of links has no unique key besides its primary one: any other would fan out to every region', () => {
    const about = files.flatMap((file) => splitStatements(file.sql)).filter((each) => /\blinks\b/.test(each));
    expect(about.filter((each) => /\bUNIQUE\b/i.test(each))).toEqual([]);
  });

  it.each([
    ['STRING', 'CREATE TABLE IF NOT EXISTS t (a STRING);'],
    ['SERIAL', 'CREATE TABLE IF NOT EXISTS t (a BIGSERIAL);'],
    ['bare INT', 'CREATE TABLE IF NOT EXISTS t (a INT NOT NULL);'],
    ['enum type', "CREATE TYPE t AS ENUM ('a');"],
    ['ON CONFLICT on an expression', 'INSERT INTO t (a) VALUES (1) ON CONFLICT (lower(a)) DO NOTHING;'],
    ['CREATE INDEX CONCURRENTLY', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON t (a);'],
    ['DO block or function body', 'DO $$ BEGIN END $$;'],
    ['DELETE ... LIMIT', 'DELETE FROM t WHERE a = 1 LIMIT 10;'],
    ['ALTER COLUMN TYPE', 'ALTER TABLE t ALTER COLUMN a SET DATA TYPE TEXT;'],
    ['advisory lock', 'SELECT pg_advisory_lock(1);'],
    ['transaction control', 'BEGIN;'],
    ['CREATE without IF NOT EXISTS', 'CREATE TABLE t (a TEXT);'],
    ['INSERT without ON CONFLICT', 'INSERT INTO t (a) VALUES (1);'],
    ['DDL mixed with DML', 'CREATE TABLE IF NOT EXISTS t (a TEXT);\nUPDATE t SET a = 1;'],
    ['now() as a key', 'CREATE INDEX IF NOT EXISTS i ON t (created_at DESC);'],
  ])('this check sees: %s', (name, sql) => {
    expect(faults(sql)).toContain(name);
  });
});

describe('a migration is split into statements', () => {
  it('at semicolons that end a line, without comments', () => {
    expect(splitStatements("-- a;\nCREATE x\n  (y);\n\nINSERT ';' INTO z;  \n")).toEqual([
      'CREATE x\n  (y)',
      "INSERT ';' INTO z",
    ]);
  });

  it('its checksum changes with a statement, not with a comment or white space', () => {
    const sum = checksum('CREATE a;\nCREATE b;\n');
    expect(checksum('-- why\nCREATE  a;\n\nCREATE b;')).toBe(sum);
    expect(checksum('CREATE a;\nCREATE c;\n')).not.toBe(sum);
    expect(checksum('CREATE b;\nCREATE a;\n')).not.toBe(sum);
  });
});
