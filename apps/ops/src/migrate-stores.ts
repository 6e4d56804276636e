import { migrateClickHouse } from '@brevia/clicks';
import { migrate } from '@brevia/db';

/**
 * Brings both stores to this version's schema, as the one job that runs before any app starts (C242).
 * @returns the names of the migrations that were applied now
 * @throws when one fails: nothing may start on a half-migrated store
 */
export async function migrateStores(urls: { databaseUrl: string; clickhouseUrl: string }): Promise<string[]> {
  const [links, clicks] = await Promise.all([
    migrate(urls.databaseUrl),
    migrateClickHouse(urls.clickhouseUrl),
  ]);
  return [...links.applied, ...clicks];
}
