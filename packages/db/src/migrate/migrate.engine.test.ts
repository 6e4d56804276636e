import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@brevia/engines/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findMigrations, readMigrations } from './files.ts';
import { migrate } from './migrate.ts';

describe('the migrations runner', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let directory: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = new pg.Client(database.url);
    await client.connect();
    directory = await mkdtemp(join(tmpdir(), 'brevia-migrations-'));
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
    await rm(directory, { recursive: true });
  });

  const write = (name: string, sql: string) => writeFile(join(directory, name), sql);
  const run = (options = {}) => migrate(database.url, { directory, ...options });
  const tables = async () =>
    (
      await client.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
      )
    ).rows.map((row) => row.name);

  it('brings an empty database to the newest schema, and a second run has nothing to do (C248)', async () => {
    const names = (await readMigrations(findMigrations())).map((file) => file.name);
    expect(await migrate(database.url)).toEqual({ applied: names });
    expect(await migrate(database.url)).toEqual({ applied: [] });
    expect(await tables()).toContain('links');
  });

  it('fails closed: a failed statement is named, nothing after it runs, and the corrected file continues (C242)', async () => {
    await write(
      '0001_a.sql',
      'CREATE TABLE IF NOT EXISTS a (x TEXT);\nCREATE TABLE IF NOT EXISTS b (x NOTYPE);\n',
    );
    await write('0002_c.sql', 'CREATE TABLE IF NOT EXISTS c (x TEXT);\n');
    await expect(run()).rejects.toThrow(/0001_a\.sql, statement 2 of 2 failed: .*notype/i);
    expect(await tables()).not.toContain('c');
    await expect(run()).rejects.toThrow(/0001_a\.sql, statement 2 of 2/);

    await write(
      '0001_a.sql',
      'CREATE TABLE IF NOT EXISTS a (x TEXT);\nCREATE TABLE IF NOT EXISTS b (x TEXT);\n',
    );
    expect(await run()).toEqual({ applied: ['0001_a.sql', '0002_c.sql'] });
    expect(await tables()).toEqual(expect.arrayContaining(['a', 'b', 'c']));
  });

  it('an interrupted run continues where it stopped, even between a statement and its record', async () => {
    await write(
      '0001_a.sql',
      'CREATE TABLE IF NOT EXISTS a (x TEXT);\nCREATE TABLE IF NOT EXISTS b (x TEXT);\n',
    );
    await run();
    await client.query("UPDATE schema_migrations SET done = 0, finished_at = NULL WHERE name = '0001_a.sql'");
    expect(await run()).toEqual({ applied: ['0001_a.sql'] });
  });

  it('refuses a file that was changed after it ran', async () => {
    await write('0001_a.sql', 'CREATE TABLE IF NOT EXISTS a (x TEXT);\n');
    await run();
    await write('0001_a.sql', 'CREATE TABLE IF NOT EXISTS a (x TEXT, y TEXT);\n');
    await expect(run()).rejects.toThrow(/0001_a\.sql was changed after it ran/);
  });

  it('refuses a database that is newer than the program', async () => {
    await write('0001_a.sql', 'CREATE TABLE IF NOT EXISTS a (x TEXT);\n');
    await write('0002_b.sql', 'CREATE TABLE IF NOT EXISTS b (x TEXT);\n');
    await run();
    await rm(join(directory, '0002_b.sql'));
    await expect(run()).rejects.toThrow(/0002_b\.sql, which this version does not know/);
  });

  it('refuses a number used twice and a name that is none', async () => {
    await write('0001_a.sql', 'SELECT 1;\n');
    await write('0001_b.sql', 'SELECT 1;\n');
    await expect(run()).rejects.toThrow(/used twice/);
    await rm(join(directory, '0001_b.sql'));
    await write('2_b.sql', 'SELECT 1;\n');
    await expect(run()).rejects.toThrow(/must be like 0001/);
  });

  it('ten runners at once: each file is applied once, all of them end well, no advisory locks (C247)', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => migrate(database.url)));
    const applied = results.flatMap((result) => result.applied);
    expect(applied).toHaveLength((await readMigrations(findMigrations())).length);
    expect(new Set(applied).size).toBe(applied.length);
  });

  it('a runner that was killed blocks the next one only until its lease runs out (C244)', async () => {
    await write('0001_a.sql', 'CREATE TABLE IF NOT EXISTS a (x TEXT);\n');
    await run();
    await client.query(
      "INSERT INTO leases (name, holder, expires_at) VALUES ('migrate', 'killed', now() + INTERVAL '400 milliseconds')",
    );
    await write('0002_b.sql', 'CREATE TABLE IF NOT EXISTS b (x TEXT);\n');
    const said: string[] = [];
    expect(await run({ report: (message: string) => said.push(message) })).toEqual({
      applied: ['0002_b.sql'],
    });
    expect(said[0]).toMatch(/another runner/);
  });

  it('keeps its lease during a statement that takes longer than the lease', async () => {
    await write('0001_slow.sql', 'SELECT pg_sleep(1.2);\nCREATE TABLE IF NOT EXISTS a (x TEXT);\n');
    const first = run({ leaseMs: 300 });
    const second = run({ leaseMs: 300 });
    const applied = (await Promise.all([first, second])).map((result) => result.applied.length).sort();
    expect(applied).toEqual([0, 1]);
  });

  it('gives up, with a word, when another runner never ends', async () => {
    await write('0001_a.sql', 'CREATE TABLE IF NOT EXISTS a (x TEXT);\n');
    await run();
    await client.query(
      "INSERT INTO leases (name, holder, expires_at) VALUES ('migrate', 'x', now() + INTERVAL '1 hour')",
    );
    await expect(run({ waitMs: 200 })).rejects.toThrow(/held the migrations for too long/);
  });
});
