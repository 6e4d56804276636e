import {
  createAgentReader,
  createClickHouse,
  createRowStore,
  encodeRows,
  migrateClickHouse,
} from '@brevia/clicks';
import { encodeClicks, type ClickEvent } from '@brevia/core';
import { createTestClickHouseDatabase, uniqueName } from '@brevia/engines/testing';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A click store of one's own, and a way to put clicks into it as the worker does. */
export async function startClickStore() {
  const database = await createTestClickHouseDatabase();
  await migrateClickHouse(database.url);
  const client = createClickHouse({ url: database.url, application: 'test' });
  const store = createRowStore(client);
  const agentCells = createAgentReader();
  let serial = 0;
  return {
    url: database.url,
    async insert(clicks: readonly (Partial<ClickEvent> & { readonly code: string })[]): Promise<void> {
      const events = clicks.map((click): ClickEvent => ({
        id: `click-${(serial += 1)}`,
        domain: 'default',
        owner: '',
        ts: Date.now(),
        country: 'FR',
        referrer: '',
        userAgent: CHROME,
        language: 'fr',
        visitor: String(serial),
        region: 'local',
        ...click,
      }));
      const token = uniqueName('test');
      const { rows } = encodeRows(
        [{ offset: 0, value: encodeClicks(events) }],
        { stream: token, partition: 0 },
        agentCells,
      );
      await store.insert(rows, token);
    },
    async close() {
      await client.close();
      await database.drop();
    },
  };
}
