import { randomBytes } from 'node:crypto';
import { createClient } from '@clickhouse/client';
import pg from 'pg';
import { engines } from './provided.ts';

/** A name that no other test has: letters, digits and underscores, good for databases, topics and key prefixes. */
export function uniqueName(prefix: string): string {
  return `${prefix}_${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`.toLowerCase();
}

/** An own database; `url` is for any client, `drop` removes it (forgetting that is no harm). */
export interface TestDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/** A fresh, empty PostgreSQL database whose transactions are serializable by default, as CockroachDB's are. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = uniqueName('test');
  const { postgresUrl } = engines();
  await runSql(
    postgresUrl,
    `CREATE DATABASE ${name}`,
    `ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`,
  );
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => runSql(postgresUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** A fresh, empty ClickHouse database; the URL carries its name as the path, which @clickhouse/client understands. */
export async function createTestClickHouseDatabase(): Promise<TestDatabase> {
  const name = uniqueName('test');
  const { clickhouseUrl } = engines();
  const run = async (query: string) => {
    const client = createClient({ url: clickhouseUrl });
    try {
      await client.command({ query });
    } finally {
      await client.close();
    }
  };
  await run(`CREATE DATABASE ${name} ENGINE = Atomic`);
  const url = new URL(clickhouseUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => run(`DROP DATABASE IF EXISTS ${name} SYNC`) };
}

async function runSql(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
