import pg from 'pg';
import { about } from '../archive/archive.ts';

/** A connection whose values have one form whatever the server's settings are. Errors name the setting. */
export async function connectLinkStore(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'brevia-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // What breaks shows at the query that meets it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`SET timezone = 'UTC'`);
    await client.query(`SET datestyle = 'ISO'`);
    await client.query('SET statement_timeout = 0');
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw about(`The link store (DATABASE_URL, ${new URL(url).host})`, error);
  }
}
