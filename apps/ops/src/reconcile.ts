import { createClickHouse, reconcile } from '@brevia/clicks';
import { z } from 'zod';
import { readOptions } from './options.ts';
import type { Stores } from './stores.ts';

const DAY_MS = 86_400_000;

const schema = z.object({
  days: z.coerce.number().int().min(1).max(720).default(3),
  'report-only': z.boolean().default(false),
});

/**
 * `reconcile`: compares raw clicks with the roll-ups of the last closed days and rebuilds a day that differs; prints what it
 * found.
 * @throws Error when a day still differs
 */
export async function reconcileClicks(
  args: string[],
  stores: Stores,
  print: (line: string) => void,
): Promise<void> {
  const options = { days: { type: 'string' }, 'report-only': { type: 'boolean' } } as const;
  const { days, 'report-only': reportOnly } = readOptions(args, options, schema);
  const clickhouse = createClickHouse({
    url: await stores.clickhouseUrl(),
    application: 'brevia-ops',
    requestTimeoutMs: 600_000,
  });
  try {
    const now = Date.now();
    const from = new Date(now - days * DAY_MS);
    const found = await reconcile({ clickhouse, from, to: new Date(now), reportOnly });
    for (const { day, table, raw, rolledUp, repaired } of found) {
      print(`${day} ${table}: ${raw} clicks, ${rolledUp} in the roll-up${repaired ? '; rebuilt' : ''}`);
    }
    if (found.length === 0) print(`The last ${days} closed days agree.`);
    if (found.some(({ repaired }) => !repaired)) throw new Error('A day differs.');
  } finally {
    await clickhouse.close();
  }
}
