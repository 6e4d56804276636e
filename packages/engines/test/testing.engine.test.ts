import { createClient } from '@clickhouse/client';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestClickHouseDatabase, createTestDatabase } from '../src/testing/index.ts';

describe('databases for tests', () => {
  it('gives an empty PostgreSQL database with serializable transactions, and drops it', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<Record<string, string>>(
      "SELECT current_setting('transaction_isolation') AS isolation, current_setting('server_version_num') AS version",
    );
    await client.end();
    expect(rows[0]?.['isolation']).toBe('serializable');
    expect(rows[0]?.['version']).toMatch(/^18/);
    await database.drop();
    const late = new pg.Client({ connectionString: database.url });
    await expect(late.connect()).rejects.toThrow(/does not exist/);
  });

  it('gives an empty ClickHouse database through its URL alone', async () => {
    const database = await createTestClickHouseDatabase();
    const client = createClient({ url: database.url });
    const result = await client.query({ query: 'SELECT currentDatabase() AS name', format: 'JSONEachRow' });
    expect(await result.json()).toEqual([{ name: database.name }]);
    await client.close();
    await database.drop();
  });
});
