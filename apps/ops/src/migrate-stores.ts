import { migrateClickHouse } from '@brevia/clicks';
import { migrate } from '@brevia/db';

export interface StoresToMigrate {
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  /** The ClickHouse cluster that gets the tables; missing: one server. */
  readonly clickhouseCluster?: string | undefined;
}

/**
 * Brings both stores to this version's schema, as the one job that runs before any app starts (C242).
 * @returns the names of the migrations that were applied now
 * @throws when one fails: nothing may start on a half-migrated store
 */
export async function migrateStores(stores: StoresToMigrate): Promise<string[]> {
  const [links, clicks] = await Promise.all([
    migrate(stores.databaseUrl),
    migrateClickHouse(stores.clickhouseUrl, { cluster: stores.clickhouseCluster }),
  ]);
  return [...links.applied, ...clicks];
}
