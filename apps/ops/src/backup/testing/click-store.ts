import {
  createAgentReader,
  createClickHouse,
  createRowStore,
  encodeRows,
  migrateClickHouse,
} from '@brevia/clicks';
import { encodeClicks, type ClickEvent } from '@brevia/core';
import { createTestClickHouseDatabase } from '@brevia/engines/testing';

export interface TestClickStore {
  readonly url: string;
  rows<Row>(query: string): Promise<Row[]>;
  run(query: string): Promise<void>;
  /** Counts clicks as the worker does: one batch, at one offset of a stream. */
  count(clicks: readonly ClickEvent[], stream: string, offset: number): Promise<void>;
  /** What every table says, merged, in one text a table. */
  summary(): Promise<Record<string, string>>;
  drop(): Promise<void>;
}

export async function emptyClickStore(migrated = false): Promise<TestClickStore> {
  const database = await createTestClickHouseDatabase();
  if (migrated) await migrateClickHouse(database.url);
  const client = createClickHouse({ url: database.url, application: 'backup-test' });
  const agentCells = createAgentReader();
  const rows = async <Row>(query: string): Promise<Row[]> =>
    (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
  return {
    url: database.url,
    rows,
    run: async (query) => void (await client.command({ query })),
    count: async (clicks, stream, offset) => {
      const value = encodeClicks(clicks);
      const encoded = encodeRows([{ offset, value }], { stream, partition: 0 }, agentCells);
      await createRowStore(client).insert(encoded.rows, `${stream}:${offset}`);
    },
    summary: async () => {
      const found: Record<string, string> = {};
      for (const [table, query] of Object.entries(SUMMARIES))
        found[table] = JSON.stringify(await rows(query));
      return found;
    },
    drop: async () => {
      await client.close();
      await database.drop();
    },
  };
}

/** Every column of every table that is counted in, independent of parts and merges. */
const SUMMARIES: Record<string, string> = {
  clicks: 'SELECT * FROM clicks ORDER BY stream, stream_offset, line',
  link_day: `SELECT domain, code, day, kind, sum(clicks) AS clicks, uniqCombinedMerge(14)(visitors) AS visitors,
    groupBitmapMerge(visitor_set) AS visitor_set,
    mapSort(sumMap(quarters)), mapSort(sumMap(countries)), mapSort(sumMap(referrers)), mapSort(sumMap(browsers)),
    mapSort(sumMap(systems)), mapSort(sumMap(devices)), mapSort(sumMap(languages))
    FROM link_day GROUP BY domain, code, day, kind ORDER BY domain, code, day, kind`,
  owner_day: `SELECT owner, day, kind, sum(clicks), uniqCombinedMerge(14)(visitors), groupBitmapMerge(visitor_set), mapSort(sumMap(quarters)),
    mapSort(sumMap(countries)) FROM owner_day GROUP BY owner, day, kind ORDER BY owner, day, kind`,
  owner_link_day: `SELECT owner, day, domain, code, kind, sum(clicks) FROM owner_link_day
    GROUP BY owner, day, domain, code, kind ORDER BY owner, day, domain, code, kind`,
  link_hour: `SELECT domain, code, kind, hour, groupBitmapMerge(visitors) FROM link_hour
    GROUP BY domain, code, kind, hour ORDER BY domain, code, kind, hour`,
  owner_hour: `SELECT owner, kind, hour, groupBitmapMerge(visitors) FROM owner_hour
    GROUP BY owner, kind, hour ORDER BY owner, kind, hour`,
};
