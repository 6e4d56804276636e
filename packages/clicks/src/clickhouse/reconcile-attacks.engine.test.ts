import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeClicks, type ClickEvent } from '@brevia/core';
import { startClickHouse, type Engine } from '@brevia/engines';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAgentReader } from '../ingest/agent.ts';
import { encodeRows } from '../ingest/rows.ts';
import { testClick } from '../testing/clicks.ts';
import { openTestStore, type TestStore } from '../testing/store.ts';
import { createRowStore } from './client.ts';
import { migrateClickHouse } from './migrate.ts';
import { reconcile } from './reconcile.ts';
import { ROLL_UPS } from './roll-ups.ts';

// The server stands in New York, whose clocks go back on 1 November, around which all of this happens: no day may move.
const NOW = new Date('2026-11-03T09:00:00Z');
const MIDNIGHT = Date.UTC(2026, 10, 1);
const DAY = 86_400_000;
const cells = createAgentReader();

let dir: string;
let server: Engine;
let store: TestStore;
let serial = 0;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'brevia-reconcile-'));
  server = await startClickHouse({
    dataDir: join(dir, 'clickhouse'),
    timezone: 'America/New_York',
    durable: false,
  });
});
afterAll(async () => {
  await server?.kill();
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
});
beforeEach(async () => {
  const url = `${server.url}/r${++serial}`;
  await migrateClickHouse(url);
  store = openTestStore(url);
});
afterEach(() => store.drop());

async function insert(clicks: readonly ClickEvent[]): Promise<void> {
  const record = { offset: serial++, value: encodeClicks(clicks) };
  const { rows } = encodeRows([record], { stream: 'clicks', partition: 0 }, cells);
  await createRowStore(store.client).insert(rows, `t${serial}`);
}

/** Clicks over three days around the end of a month, the first and the last millisecond of each day among them. */
const clicksAround = (count: number): ClickEvent[] =>
  [-DAY, 0, DAY].flatMap((day) =>
    Array.from({ length: count }, (_, i) =>
      testClick({
        owner: i % 3 === 0 ? '' : `w${i % 2}`,
        code: `c${i % 4}`,
        ts: MIDNIGHT + day + (i % 7 === 0 ? 0 : i % 7 === 1 ? DAY - 1 : (i * 7_919_000) % DAY),
        country: i % 2 === 0 ? 'FR' : 'DE',
        visitor: String((i + 2_000 + (day / DAY) * 1_000) * 4_294_967_311),
        userAgent: i % 5 === 0 ? '' : testClick().userAgent,
      }),
    ),
  );

const run = () =>
  reconcile({ clickhouse: store.client, from: new Date(MIDNIGHT - 5 * DAY), to: NOW, now: NOW });
const command = (query: string): Promise<unknown> =>
  store.client.command({ query, clickhouse_settings: { mutations_sync: '2' } });

/** All that a roll-up says, merged. */
async function contents(): Promise<unknown[][]> {
  const maps = ['quarters', 'countries', 'referrers', 'browsers', 'systems', 'devices', 'languages'];
  const merged = (names: readonly string[]) => names.map((name) => `mapSort(sumMap(${name}))`).join(', ');
  return Promise.all([
    store.rows(`SELECT domain, code, day, kind, sum(clicks), uniqCombinedMerge(14)(visitors), groupBitmapMerge(visitor_set), ${merged(maps)}
      FROM link_day GROUP BY ALL ORDER BY ALL`),
    store.rows(`SELECT owner, day, kind, sum(clicks), uniqCombinedMerge(14)(visitors), groupBitmapMerge(visitor_set), ${merged(maps.slice(0, 2))}
      FROM owner_day GROUP BY ALL ORDER BY ALL`),
    store.rows(`SELECT domain, code, kind, hour, groupBitmapMerge(visitors)
      FROM link_hour GROUP BY ALL ORDER BY ALL`),
    store.rows(
      `SELECT owner, kind, hour, groupBitmapMerge(visitors) FROM owner_hour GROUP BY ALL ORDER BY ALL`,
    ),
    store.rows(`SELECT owner, day, domain, code, kind, sum(clicks)
      FROM owner_link_day GROUP BY ALL HAVING sum(clicks) > 0 ORDER BY ALL`),
  ]);
}

/** What may go wrong with a roll-up. */
const DAMAGE: Record<string, (table: string) => string> = {
  'rows are missing': (table) =>
    `ALTER TABLE ${table} DELETE WHERE ${dayOf(table)} = '2026-11-01' AND kind = 'human'`,
  'a whole day is missing': (table) => `ALTER TABLE ${table} DELETE WHERE ${dayOf(table)} = '2026-10-31'`,
  'rows are there twice': (table) => copy(table, '*', '2026-10-31'),
  'clicks are on the wrong day': (table) =>
    copy(
      table,
      `* REPLACE (${isByHour(table) ? 'r.hour - 86400 AS hour' : 'r.day - 1 AS day'})`,
      '2026-11-01',
    ),
  'somebody is in it who has no clicks': (table) =>
    copy(table, `* REPLACE ('stranger' AS ${table.startsWith('link') ? 'code' : 'owner'})`, '2026-11-02'),
};
const isByHour = (table: string): boolean => table.endsWith('_hour');
const dayOf = (table: string): string => (isByHour(table) ? `toDate(hour, 'UTC')` : 'day');
const copy = (table: string, columns: string, day: string): string =>
  `INSERT INTO ${table} SELECT ${columns} FROM ${table} AS r
   WHERE ${dayOf(table).replace(/(day|hour)/, 'r.$1')} = '${day}' SETTINGS insert_deduplicate = 0`;
describe('roll-ups that are wrong are found, and made as the raw clicks say', () => {
  it.each(Object.entries(DAMAGE))('where %s', async (what, damage) => {
    await insert(clicksAround(60));
    const before = await contents();
    expect(await run()).toEqual([]);
    // Who is in a set of visitors twice is in it once.
    const damaged = ROLL_UPS.map(({ table }) => table).filter(
      (table) => !isByHour(table) || !what.endsWith('twice'),
    );
    for (const table of damaged) {
      const then = await contents();
      await command(damage(table));
      expect(await contents(), table).not.toEqual(then);
    }
    const found = await run();
    expect(new Set(found.map(({ table }) => table))).toEqual(new Set(damaged));
    expect(found.filter(({ repaired }) => !repaired)).toEqual([]);
    expect(await contents()).toEqual(before);
    expect(await run()).toEqual([]);
  });

  it('where the clicks of one workspace are booked to another one', async () => {
    await insert(clicksAround(60));
    const before = await contents();
    for (const table of ['owner_day', 'owner_link_day']) {
      const moved = `SELECT * REPLACE ('w0' AS owner) FROM ${table} AS r WHERE r.owner = 'w1' AND day = '2026-11-01'`;
      await command(`INSERT INTO ${table} ${moved} SETTINGS insert_deduplicate = 0`);
      await command(`ALTER TABLE ${table} DELETE WHERE owner = 'w1' AND day = '2026-11-01'`);
    }
    expect((await run()).map(({ day, table, raw, rolledUp }) => [day, table, raw === rolledUp])).toEqual([
      ['2026-11-01', 'owner_day', true],
      ['2026-11-01', 'owner_link_day', true],
    ]);
    expect(await contents()).toEqual(before);
  });
});

it('a click of the last second of a month is compared and rebuilt like any other, also where no other one is near', async () => {
  await insert([testClick({ owner: 'w1', ts: MIDNIGHT - 1 })]);
  expect(await run()).toEqual([]);
  await command(`ALTER TABLE link_day DELETE WHERE 1`);
  expect(await run()).toEqual([
    { day: '2026-10-31', table: 'link_day', raw: 1, rolledUp: 0, repaired: true },
  ]);
  expect(await store.counts()).toEqual({ clicks: 1, link_day: 1, owner_day: 1, owner_link_day: 1 });
});

describe('the reconcile job while late clicks of a closed day come in', () => {
  it('ends with every one of them counted once, at the latest in its next run', async () => {
    await insert(clicksAround(30));
    await command(`ALTER TABLE link_day DELETE WHERE day = '2026-11-01'`);
    await command(`ALTER TABLE owner_day DELETE WHERE day = '2026-10-31'`);
    let going = true;
    const late = (async () => {
      let sent = 0;
      while (going) {
        await insert([testClick({ owner: 'w1', code: 'late', ts: MIDNIGHT + (sent++ % 2) * 1_000 - 500 })]);
      }
      return sent;
    })();
    for (let round = 0; round < 3; round++) await run();
    going = false;
    const sent = await late;
    await run();
    expect(await run()).toEqual([]);
    const clicks = 90 + sent;
    expect(await store.counts()).toEqual({
      clicks,
      link_day: clicks,
      owner_day: 60 + sent,
      owner_link_day: 60 + sent,
    });
  });
});
