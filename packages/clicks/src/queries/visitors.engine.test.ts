import { createHash } from 'node:crypto';
import { encodeClicks, type ClickEvent } from '@brevia/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRowStore } from '../clickhouse/client.ts';
import { createAgentReader } from '../ingest/agent.ts';
import { encodeRows } from '../ingest/rows.ts';
import { testClick } from '../testing/clicks.ts';
import { createTestStore, type TestStore } from '../testing/store.ts';
import { createClickStats } from './click-stats.ts';
import type { SeriesPoint, SeriesRange } from './types.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const NOW = new Date('2026-11-20T12:00:00Z');
const FROM = NOW.getTime() - 2 * HOUR;
const LINK = { domain: 'default', code: 'hot' };
const RANGE = {
  from: new Date(FROM),
  to: NOW,
  granularity: 'minute' as const,
  timezone: 'UTC',
  bots: 'exclude' as const,
};

/** As the redirector's hashes are: even. */
const visitor = (name: string): string =>
  String(createHash('sha256').update(name).digest().readBigUInt64LE());

/** Minute, people, clicks of each: three busy minutes, a few quiet ones, one of a single visitor, one of visitors without a hash. */
const CROWDS: readonly [minute: number, people: number, clicks: number][] = [
  [3, 1_500, 1],
  [4, 1, 2],
  [7, 12, 3],
  [30, 700, 2],
  [31, 200, 1],
  [60, 1, 1],
  [90, 30, 5],
];
const WITHOUT_HASH = 100;

let store: TestStore;
let clicks: ClickEvent[];
beforeAll(async () => {
  store = await createTestStore();
  const at = (minute: number, i: number) => FROM + minute * MINUTE + ((i * 37) % MINUTE);
  clicks = CROWDS.flatMap(([minute, people, each]) =>
    Array.from({ length: people * each }, (_, i) =>
      testClick({ ...LINK, owner: 'w1', ts: at(minute, i), visitor: visitor(`${minute}-${i % people}`) }),
    ),
  );
  for (let i = 0; i < 20; i++) clicks.push(testClick({ ...LINK, ts: at(WITHOUT_HASH, i), visitor: '0' }));
  for (let i = 0; i < 50; i++) clicks.push(testClick({ ...LINK, ts: at(3, i), userAgent: 'Twitterbot/1.0' }));
  await insert(clicks);
});
afterAll(() => store.drop());

async function insert(some: readonly ClickEvent[]): Promise<void> {
  const record = { offset: 0, value: encodeClicks(some) };
  const { rows } = encodeRows([record], { stream: 's', partition: 0 }, createAgentReader());
  await createRowStore(store.client).insert(rows, `${some[0]?.code}`);
}

const series = (unsampled: number): Promise<SeriesPoint[]> =>
  createClickStats(store.client, () => NOW, { unsampled }).series(LINK, RANGE);
const ofPeople = (): number => clicks.filter(({ userAgent }) => !userAgent.startsWith('Twitterbot')).length;
const visitorsIn = (points: readonly SeriesPoint[], minute: number): number =>
  points[minute]?.uniqueVisitors ?? -1;

describe('visitors of a link with many clicks (issue 5, item 5)', () => {
  it('are exact up to the limit, and of a sample of one in 4 past it', async () => {
    const exact = await series(ofPeople());
    for (const [minute, people] of CROWDS) expect(visitorsIn(exact, minute), `minute ${minute}`).toBe(people);
    const sampled = await series(ofPeople() - 1);
    const busy = [3, 30].map((minute) => visitorsIn(sampled, minute));
    for (const estimate of busy) expect(estimate % 4).toBe(0);
    expect(busy).not.toEqual([1_500, 700]);
  });

  it('are within three standard deviations, and exact in minutes of fewer than 400 or so', async () => {
    const sampled = await series(1_000);
    for (const [minute, people] of CROWDS) {
      const allowed = people < 300 ? 0 : 3 * Math.sqrt(3 * people);
      expect(Math.abs(visitorsIn(sampled, minute) - people), `minute ${minute}`).toBeLessThanOrEqual(allowed);
    }
  });

  it('are the same at every look', async () => {
    expect(await series(1_000)).toEqual(await series(1_000));
  });

  it('change nothing in the clicks beside them, of people and of bots', async () => {
    const counts = (points: readonly SeriesPoint[]) =>
      points.map(({ start, clicks: n, humanClicks, botClicks }) => ({ start, n, humanClicks, botClicks }));
    expect(counts(await series(1_000))).toEqual(counts(await series(clicks.length)));
  });

  it('are never more than the clicks, and none only where nobody left a hash', async () => {
    for (const point of await series(1_000)) {
      expect(point.uniqueVisitors).toBeLessThanOrEqual(point.clicks);
      const minute = Math.round((point.start.getTime() - FROM) / MINUTE);
      expect(point.uniqueVisitors === 0).toBe(point.clicks === 0 || minute === WITHOUT_HASH);
    }
  });
});

describe('visitors of a link by hour, day, week and month', () => {
  // Every evening in Lima, which is the next day in UTC: three clicks of two people within a quarter of an hour.
  const link = { ...LINK, code: 'evenings' };
  const EVENINGS = 20;
  const evenings = {
    ...RANGE,
    from: new Date(Date.UTC(2026, 9, 31, 5)),
    to: new Date(Date.UTC(2026, 9, 31 + EVENINGS, 5)),
    timezone: 'America/Lima',
    granularity: 'day' as const,
  };
  beforeAll(async () => {
    const some = Array.from({ length: EVENINGS * 3 }, (_, i) => {
      const day = Math.floor(i / 3);
      const ts = Date.UTC(2026, 10, 1 + day, 2, 30 + (i % 3));
      return testClick({ ...link, owner: 'w2', ts, visitor: visitor(`evening ${day} ${i % 2}`) });
    });
    await insert(some);
  });
  const look = (range: SeriesRange, byClick?: number): Promise<SeriesPoint[]> =>
    createClickStats(store.client, () => NOW, { byClick }).series(link, range);
  const people = (points: readonly SeriesPoint[]): number[] => points.map((point) => point.uniqueVisitors);
  const all = (each: number): number[] => Array.from({ length: EVENINGS }, () => each);

  it('are exact from whole hours, however many clicks there are, where the zone is whole hours away', async () => {
    expect(people(await look(evenings, 0))).toEqual(all(2));
    const hours = await look({ ...evenings, granularity: 'hour' }, 0);
    expect(people(hours).filter((visitors) => visitors > 0)).toEqual(all(2));
  });

  it('are exact in any zone where clicks are few', async () => {
    for (const timezone of ['Asia/Kolkata', 'Asia/Kathmandu']) {
      const hours = await look({ ...evenings, timezone, granularity: 'hour' });
      expect(people(hours).filter((visitors) => visitors > 0)).toEqual(all(2));
    }
  });

  it('of an hour or a day that a bucket cuts go where its clicks are', async () => {
    for (const timezone of ['Asia/Kolkata', 'Asia/Kathmandu']) {
      const hours = await look({ ...evenings, timezone, granularity: 'hour' }, 0);
      for (const point of hours) expect(point.uniqueVisitors).toBe(point.clicks > 0 ? 2 : 0);
    }
    const from = new Date(evenings.to.getTime() - 60 * 24 * HOUR);
    const days = await look({ ...evenings, from }, 0);
    expect(people(days).filter((visitors) => visitors > 0)).toEqual(all(2));
  });

  it('who come back within the hour or the day that is not over yet are still one each', async () => {
    const back = { ...LINK, code: 'back' };
    const now = new Date('2026-11-20T11:55:10.300Z');
    const times = ['2026-11-20T09:30:00Z', '2026-11-20T11:40:00Z', '2026-11-20T11:55:10Z'].map(Date.parse);
    const each = Array.from({ length: 30 }, (_, i) =>
      testClick({ ...back, owner: 'w4', ts: times[i % 3] ?? 0, visitor: visitor(`back ${i % 10}`) }),
    );
    await insert(each);
    const stats = createClickStats(store.client, () => now, { byClick: 0 });
    for (const days of [1, 40]) {
      const from = new Date(Date.UTC(2026, 10, 21 - days));
      for (const to of [now, new Date(now.getTime() + 5 * HOUR)]) {
        const range = { ...RANGE, from, to, granularity: 'day' as const };
        expect(people(await stats.series(back, range)).at(-1)).toBe(10);
        expect(people((await stats.overview('w4', { ...range, limit: 1 })).points).at(-1)).toBe(10);
      }
    }
  });

  it('of a range that reaches far into the future are counted as those of its past', async () => {
    const ahead = { ...LINK, code: 'ahead' };
    const now = new Date('2026-11-20T11:55:00Z');
    const times = ['2026-11-20T02:00:00Z', '2026-11-20T11:00:00Z', '2026-11-20T11:50:00Z'].map(Date.parse);
    await insert(
      Array.from({ length: 30 }, (_, i) =>
        testClick({ ...ahead, ts: times[i % 3] ?? 0, visitor: visitor(`ahead ${i % 10}`) }),
      ),
    );
    const stats = createClickStats(store.client, () => now, { byClick: 0 });
    for (const from of ['2026-11-20T10:59:30Z', '2026-11-20T01:30:00Z', '2026-11-01T00:00:00Z'].map(
      (at) => new Date(at),
    )) {
      const range = { ...RANGE, from, to: new Date('2027-06-01T00:00:00Z'), granularity: 'month' as const };
      expect(people(await stats.series(ahead, range))[0]).toBe(10);
    }
  });

  it('of hours whose raw clicks are gone are those of their day, by clicks', async () => {
    const ancient = { ...LINK, code: 'ancient' };
    const day = Date.UTC(2024, 2, 3);
    const some = [1, 1, 1, 5].map((hour, i) =>
      testClick({ ...ancient, owner: 'w5', ts: day + hour * HOUR + i, visitor: visitor(`ancient ${i}`) }),
    );
    await insert(some);
    for (const table of ['clicks', 'link_hour', 'owner_hour'])
      await store.client.command({ query: `ALTER TABLE ${table} DROP PARTITION 202403` });
    const range = {
      ...RANGE,
      from: new Date(day),
      to: new Date(day + 6 * HOUR),
      granularity: 'hour' as const,
    };
    expect(people(await createClickStats(store.client, () => NOW).series(ancient, range))).toEqual([
      0, 3, 0, 0, 0, 1,
    ]);
    const { points } = await createClickStats(store.client, () => NOW).overview('w5', { ...range, limit: 1 });
    expect(people(points)).toEqual([0, 3, 0, 0, 0, 1]);
  });

  it('are added up over UTC days, each of which knows its own', async () => {
    const months = { ...evenings, from: new Date(Date.UTC(2026, 8, 1)), granularity: 'month' as const };
    const total = people(await look(months)).reduce((sum, visitors) => sum + visitors, 0);
    expect(total).toBe(2 * EVENINGS);
    const stats = createClickStats(store.client, () => NOW);
    expect((await stats.summary(link, NOW)).uniqueVisitors).toBe(2 * EVENINGS);
    const overview = await stats.overview('w2', { ...months, limit: 5 });
    expect([overview.uniqueVisitors, people(overview.points)]).toEqual([
      2 * EVENINGS,
      people(await look(months)),
    ]);
  });

  it('come from the HyperLogLog of a day whose set is full', async () => {
    const crowded = { ...LINK, code: 'crowded' };
    const CROWD = 2_500_000;
    await store.client.command({
      query: `INSERT INTO link_day (domain, code, day, kind, clicks, visitors, visitor_set, quarters)
        SELECT 'default', 'crowded', '2026-11-10', 'human', count(), uniqCombinedState(14)(toNullable(intHash64(number))),
          groupBitmapState(toUInt32(intHash64(intHash64(number)) % 262144)), map(toUInt8(40), count())
        FROM numbers(${CROWD})`,
    });
    const stats = createClickStats(store.client, () => NOW);
    const from = new Date(Date.UTC(2026, 8, 1));
    const found = await stats.series(crowded, { ...RANGE, from, granularity: 'day' });
    const { uniqueVisitors } = await stats.summary(crowded, NOW);
    expect(Math.max(...people(found))).toBe(Math.min(uniqueVisitors, CROWD));
    expect(Math.abs(uniqueVisitors / CROWD - 1)).toBeLessThan(0.05);
  });
});
