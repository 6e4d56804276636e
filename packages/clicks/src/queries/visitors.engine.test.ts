import { createHash } from 'node:crypto';
import { encodeClicks, type ClickEvent } from '@brevia/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRowStore } from '../clickhouse/client.ts';
import { createAgentReader } from '../ingest/agent.ts';
import { encodeRows } from '../ingest/rows.ts';
import { testClick } from '../testing/clicks.ts';
import { createTestStore, type TestStore } from '../testing/store.ts';
import { createClickStats } from './click-stats.ts';
import type { SeriesPoint } from './types.ts';

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
const visitorsIn = (points: readonly SeriesPoint[], minute: number): number =>
  points[minute]?.uniqueVisitors ?? -1;

describe('visitors of a link with many clicks (issue 5, item 5)', () => {
  it('are exact up to the limit, and of a sample of one in 4 past it', async () => {
    const exact = await series(clicks.length);
    for (const [minute, people] of CROWDS) {
      // A HyperLogLog takes over at about a thousand; its error is 0.8 %, one standard deviation.
      const allowed = people < 1_000 ? 0 : 0.03 * people;
      expect(Math.abs(visitorsIn(exact, minute) - people), `minute ${minute}`).toBeLessThanOrEqual(allowed);
    }
    const sampled = await series(clicks.length - 1);
    for (const minute of [3, 30]) {
      expect(visitorsIn(sampled, minute) % 4).toBe(0);
      expect(visitorsIn(sampled, minute)).not.toBe(visitorsIn(exact, minute));
    }
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

describe('visitors of a link in more than 7 days', () => {
  // Every evening in Lima, which is the next day in UTC: three clicks of two people.
  const link = { ...LINK, code: 'evenings' };
  const EVENINGS = 20;
  const month = {
    ...RANGE,
    from: new Date(Date.UTC(2026, 10, 1, 5)),
    to: new Date(Date.UTC(2026, 10, 1 + EVENINGS, 5)),
    timezone: 'America/Lima',
    granularity: 'day' as const,
  };
  beforeAll(async () => {
    const evenings = Array.from({ length: EVENINGS * 3 }, (_, i) => {
      const day = Math.floor(i / 3);
      const ts = Date.UTC(2026, 10, 2 + day, 2, 30 + (i % 3));
      return testClick({ ...link, ts, visitor: visitor(`evening ${day} ${i % 2}`) });
    });
    await insert(evenings);
  });
  const look = (byQuarter?: number): Promise<SeriesPoint[]> =>
    createClickStats(store.client, () => NOW, { byQuarter }).series(link, month);

  it('stand beside their clicks where these are few', async () => {
    const found = await look();
    expect(found).toHaveLength(EVENINGS);
    for (const { clicks: n, uniqueVisitors } of found) expect([n, uniqueVisitors]).toEqual([3, 2]);
  });

  it('come from the days past the limit, and are never more than the clicks', async () => {
    const found = await look(EVENINGS * 3 - 1);
    expect(found).not.toEqual(await look(EVENINGS * 3));
    for (const point of found) expect(point.uniqueVisitors).toBeLessThanOrEqual(point.clicks);
    expect(found.reduce((sum, point) => sum + point.uniqueVisitors, 0)).toBeGreaterThan(EVENINGS);
  });
});
