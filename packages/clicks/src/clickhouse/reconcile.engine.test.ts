import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeClicks, type ClickEvent } from '@brevia/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAgentReader } from '../ingest/agent.ts';
import { encodeRows } from '../ingest/rows.ts';
import { testClick } from '../testing/clicks.ts';
import { createTestStore, type TestStore } from '../testing/store.ts';
import { createRowStore } from './client.ts';
import { reconcile } from './reconcile.ts';
import { renderMigration } from './render.ts';
import { ROLL_UPS } from './roll-ups.ts';

const NOW = new Date('2026-11-10T09:00:00Z');
const RANGE = { from: new Date('2026-11-01T00:00:00Z'), to: NOW, now: NOW };
const cells = createAgentReader();

let store: TestStore;
let offset = 0;
beforeEach(async () => {
  store = await createTestStore();
});
afterEach(() => store.drop());

async function insert(clicks: readonly ClickEvent[]): Promise<void> {
  const record = { offset: offset++, value: encodeClicks(clicks) };
  const { rows } = encodeRows([record], { stream: 'clicks', partition: 0 }, cells);
  await createRowStore(store.client).insert(rows, `t${offset}`);
}

const clicksOf = (day: number, count: number): ClickEvent[] =>
  Array.from({ length: count }, (_, i) =>
    testClick({
      owner: i % 3 === 0 ? '' : `w${i % 2}`,
      code: `c${i % 4}`,
      ts: Date.UTC(2026, 10, day, i % 24, i % 60),
      country: i % 2 === 0 ? 'FR' : 'DE',
      visitor: String(i),
      userAgent: i % 5 === 0 ? '' : testClick().userAgent,
    }),
  );

const run = () => reconcile({ clickhouse: store.client, ...RANGE });
const state = () =>
  store.rows(`SELECT day, kind, sum(l.clicks) AS clicks, uniqCombinedMerge(14)(visitors) AS people,
    mapSort(sumMap(quarters)) AS quarters, mapSort(sumMap(countries)) AS countries, mapSort(sumMap(browsers)) AS browsers
    FROM link_day AS l GROUP BY day, kind ORDER BY day, kind`);

describe('the reconcile job (issue 5, item 4)', () => {
  it('finds nothing where everything agrees', async () => {
    for (const day of [3, 4, 5]) await insert(clicksOf(day, 60));
    expect(await run()).toEqual([]);
  });

  it('finds a day that lost a part of its roll-up, and makes it as it was', async () => {
    for (const day of [3, 4, 5]) await insert(clicksOf(day, 60));
    const before = await state();
    const clause = `WHERE day = '2026-11-04' AND code IN ('c1', 'c2')`;
    await store.client.command({
      query: `ALTER TABLE link_day DELETE ${clause}`,
      clickhouse_settings: { mutations_sync: '2' },
    });
    expect(await run()).toEqual([
      { day: '2026-11-04', table: 'link_day', raw: 30, rolledUp: 0, repaired: true },
    ]);
    expect(await state()).toEqual(before);
    expect(await run()).toEqual([]);
  });

  it('finds a day that was counted twice', async () => {
    await insert(clicksOf(3, 60));
    const before = await state();
    for (const { table, select, filter, groupBy } of ROLL_UPS) {
      await store.client.command({ query: `INSERT INTO ${table} ${select} WHERE ${filter} ${groupBy}` });
    }
    const found = await run();
    expect(found.map(({ table, repaired }) => [table, repaired])).toEqual([
      ['link_day', true],
      ['owner_day', true],
      ['owner_link_day', true],
    ]);
    expect(await state()).toEqual(before);
    expect(await store.counts()).toEqual({ clicks: 60, link_day: 60, owner_day: 40, owner_link_day: 40 });
  });

  it('finds a day whose total is right but whose hours are not', async () => {
    await insert(clicksOf(3, 60));
    await store.client.command({
      query: `ALTER TABLE link_day UPDATE quarters = map(toUInt8(1), toUInt64(clicks)) WHERE code = 'c0'`,
      clickhouse_settings: { mutations_sync: '2' },
    });
    expect((await run()).map(({ day, repaired }) => [day, repaired])).toEqual([['2026-11-03', true]]);
    expect(await run()).toEqual([]);
  });

  it('finds an hour that lost some of its visitors', async () => {
    await insert(clicksOf(3, 60));
    const people = (): Promise<unknown[]> =>
      store.rows(`SELECT code, kind, hour, groupBitmapMerge(visitors) AS people FROM link_hour
        GROUP BY code, kind, hour ORDER BY code, kind, hour`);
    const before = await people();
    await store.client.command({
      query: `ALTER TABLE link_hour DELETE WHERE code = 'c1'`,
      clickhouse_settings: { mutations_sync: '2' },
    });
    expect(await run()).toEqual([
      { day: '2026-11-03', table: 'link_hour', raw: 15, rolledUp: 0, repaired: true },
    ]);
    expect(await people()).toEqual(before);
    expect(await run()).toEqual([]);
  });

  it('leaves days alone that are not over, or whose raw clicks are gone', async () => {
    await insert(clicksOf(10, 30));
    await insert(clicksOf(3, 30));
    await store.client.command({ query: 'TRUNCATE TABLE link_day' });
    const recent = await reconcile({
      clickhouse: store.client,
      ...RANGE,
      from: new Date('2026-11-10T00:00:00Z'),
    });
    expect(recent).toEqual([]);
    const later = new Date('2029-11-10T00:00:00Z');
    expect(await reconcile({ clickhouse: store.client, from: RANGE.from, to: RANGE.to, now: later })).toEqual(
      [],
    );
  });

  it('only reports when asked to', async () => {
    await insert(clicksOf(3, 30));
    await store.client.command({ query: 'TRUNCATE TABLE link_day' });
    const found = await reconcile({ clickhouse: store.client, ...RANGE, reportOnly: true });
    expect(found).toEqual([{ day: '2026-11-03', table: 'link_day', raw: 30, rolledUp: 0, repaired: false }]);
    expect((await store.counts()).link_day).toBe(0);
  });

  it('rebuilds with the same SELECT as the views', () => {
    const dir = join(import.meta.dirname, 'schema');
    const views = readdirSync(dir)
      .filter((name) => !name.endsWith('.cluster.sql'))
      .flatMap((name) => renderMigration(readFileSync(join(dir, name), 'utf8'), undefined))
      .filter((statement) => statement.startsWith('CREATE MATERIALIZED VIEW'));
    const plain = (sql: string): string =>
      sql
        .replace(/\s+/g, ' ')
        .replace(/ ?([(),]) ?/g, '$1')
        .trim();
    for (const { table, select, filter, groupBy } of ROLL_UPS) {
      const view = views.findLast((statement) => statement.includes(`TO ${table} AS`)) ?? '';
      const where = filter === '1' ? '' : ` WHERE ${filter}`;
      expect(plain(view.slice(view.indexOf('SELECT')))).toBe(plain(`${select}${where} ${groupBy}`));
    }
  });
});
