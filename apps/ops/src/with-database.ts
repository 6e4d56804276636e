import { createDatabase, type Database } from '@brevia/db';
import type { Stores } from './stores.ts';

/** Opens the link store for the work of one command, and closes it, however the work ends. */
export async function withDatabase<T>(stores: Stores, work: (database: Database) => Promise<T>): Promise<T> {
  const url = await stores.databaseUrl();
  const database = createDatabase({ url, poolMax: 2, applicationName: 'brevia-ops' });
  return work(database).finally(() => database.close());
}
