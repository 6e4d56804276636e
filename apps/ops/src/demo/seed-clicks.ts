import { createAgentReader, createClickHouse, createRowStore, encodeRows } from '@brevia/clicks';
import { encodeClicks } from '@brevia/core';
import { demoClicks, type ClickedLink } from './clicks.ts';

const BATCH = 10_000;

/**
 * Counts 90 days of clicks on the links, by the worker's own rows and tokens: raw clicks and roll-ups agree, and a batch that
 * an interrupted start has inserted already is not counted again.
 */
export async function seedClicks(
  clickhouseUrl: string,
  links: readonly ClickedLink[],
  region: string,
  now: number,
): Promise<void> {
  const client = createClickHouse({ url: clickhouseUrl, application: 'brevia-demo' });
  const store = createRowStore(client);
  const agentCells = createAgentReader();
  const clicks = demoClicks(links, now, region);
  const stream = `demo-${links[0]?.owner ?? ''}`;
  try {
    for (let offset = 0; offset * BATCH < clicks.length; offset += 1) {
      const value = encodeClicks(clicks.slice(offset * BATCH, (offset + 1) * BATCH));
      const { rows } = encodeRows([{ offset, value }], { stream, partition: 0 }, agentCells);
      await store.insert(rows, `${stream}:${offset}`);
    }
  } finally {
    await client.close();
  }
}
