import { createTestClickHouseDatabase } from '@brevia/engines/testing';
import { createClickHouse } from '../clickhouse/client.ts';
import { migrateClickHouse } from '../clickhouse/migrate.ts';

export interface TestStore {
  readonly url: string;
  readonly client: ReturnType<typeof createClickHouse>;
  rows<Row>(sql: string): Promise<Row[]>;
  /** Clicks in each table that holds some. */
  counts(): Promise<{ clicks: number; link_day: number; owner_day: number; owner_link_day: number }>;
  drop(): Promise<void>;
}

/** A migrated ClickHouse database of its own. */
export async function createTestStore(): Promise<TestStore> {
  const database = await createTestClickHouseDatabase();
  await migrateClickHouse(database.url);
  return openTestStore(database.url, () => database.drop());
}

export function openTestStore(url: string, drop: () => Promise<void> = () => Promise.resolve()): TestStore {
  const client = createClickHouse({ url, application: 'brevia-test' });
  const rows = async <Row>(query: string): Promise<Row[]> => {
    const answer = await client.query({
      query,
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return answer.json<Row>();
  };
  const count = async (sql: string): Promise<number> =>
    (await rows<{ n: number }>(`SELECT ${sql}`))[0]?.n ?? 0;
  return {
    url,
    client,
    rows,
    counts: async () => ({
      clicks: await count('count() AS n FROM clicks'),
      link_day: await count('sum(clicks) AS n FROM link_day'),
      owner_day: await count('sum(clicks) AS n FROM owner_day'),
      owner_link_day: await count('sum(clicks) AS n FROM owner_link_day'),
    }),
    drop: async () => {
      await client.close();
      await drop();
    },
  };
}
