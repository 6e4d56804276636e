import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeClicks, type ClickEvent } from '@brevia/core';
import { startClickHouse, type Engine } from '@brevia/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRowStore } from '../clickhouse/client.ts';
import { migrateClickHouse } from '../clickhouse/migrate.ts';
import { createAgentReader, readAgent, type ClickKind } from '../ingest/agent.ts';
import { createProgressBoard } from '../ingest/progress.ts';
import { encodeRows } from '../ingest/rows.ts';
import { testClick } from '../testing/clicks.ts';
import { openTestStore, type TestStore } from '../testing/store.ts';
import { bucketStarts } from './buckets.ts';
import { createClickStats, type ClickStats } from './click-stats.ts';
import type { BotFilter, Dimension, Granularity } from './types.ts';

// The server stands in Moscow: no answer may depend on it (C127, C155). Merges are off, so that every roll-up is read in
// pieces (C154).
const NOW = new Date('2026-11-20T15:20:30.500Z');
const LINK = { domain: 'default', code: 'hot' };
const DAY = 86_400_000;
const AGENTS = [
  testClick().userAgent,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Twitterbot/1.0',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
];

let dir: string;
let server: Engine;
let store: TestStore;
let stats: ClickStats;
const clicks: (ClickEvent & { kind: ClickKind })[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'brevia-stats-'));
  server = await startClickHouse({
    dataDir: join(dir, 'clickhouse'),
    timezone: 'Europe/Moscow',
    durable: false,
  });
  const url = `${server.url}/stats`;
  await migrateClickHouse(url);
  store = openTestStore(url);
  for (const table of ['link_day', 'owner_day', 'owner_link_day', 'link_hour', 'owner_hour', 'clicks']) {
    await store.client.command({ query: `SYSTEM STOP MERGES ${table}` });
  }
  stats = createClickStats(store.client, () => NOW);
  let seed = 7;
  const random = (n: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 4_294_967_296) * n);
  };
  const insert = createRowStore(store.client);
  const cells = createAgentReader();
  for (let batch = 0; batch < 6; batch++) {
    const events = Array.from({ length: 700 }, () => {
      // 100 days around two changes of the clocks; a good part of it in the last two days.
      const ts = NOW.getTime() - (random(3) === 0 ? random(2 * DAY) : random(100 * DAY)) - 1;
      return testClick({
        code: random(4) === 0 ? 'cold' : 'hot',
        owner: random(3) === 0 ? 'other' : 'w1',
        ts,
        country: ['FR', 'US', 'IN', ''][random(4)] ?? '',
        referrer: ['', 'example.org', 'example.com'][random(3)] ?? '',
        language: ['fr', 'en-US', ''][random(3)] ?? '',
        userAgent: AGENTS[random(AGENTS.length)] ?? '',
        visitor: visitorOf(random(40), ts),
      });
    });
    clicks.push(...events.map((event) => ({ ...event, kind: readAgent(event.userAgent).kind })));
    const record = { offset: batch, value: encodeClicks(events) };
    await insert.insert(encodeRows([record], { stream: 's', partition: 0 }, cells).rows, `b${batch}`);
  }
}, 120_000);
afterAll(async () => {
  await store?.drop();
  await server?.kill();
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
});

/** Somebody has another hash each UTC day; 0 is who wants none. */
const visitorOf = (person: number, ts: number): string =>
  String(person === 0 ? 0 : person + 1_000 * Math.floor(ts / DAY));
const counts = (bots: BotFilter) => (kind: ClickKind) =>
  kind !== 'proxy' && (bots === 'include' || (bots === 'only') === (kind === 'bot'));
const within = (from: number, to: number, code: string | null = 'hot') =>
  clicks.filter((click) => click.ts >= from && click.ts < to && (code === null || click.code === code));
const people = (events: readonly ClickEvent[]): number =>
  new Set(events.map((event) => event.visitor).filter((visitor) => visitor !== '0')).size;

describe('the summary of a link (STAT-1)', () => {
  it('counts people in total and in the sliding 24 hours, bots apart, and image proxies not at all (C117, C125, C143)', async () => {
    const all = within(0, Infinity);
    const humans = all.filter((click) => click.kind === 'human');
    const countries = new Map<string, number>();
    for (const { country } of humans) if (country) countries.set(country, (countries.get(country) ?? 0) + 1);
    expect(await stats.summary(LINK, NOW)).toEqual({
      totalClicks: humans.length,
      clicksLast24h: humans.filter((c) => c.ts >= NOW.getTime() - DAY && c.ts < NOW.getTime()).length,
      botClicks: all.filter((click) => click.kind === 'bot').length,
      uniqueVisitors: people(humans),
      topCountries: [...countries]
        .map(([countryCode, n]) => ({ countryCode, clicks: n }))
        .sort((a, b) => b.clicks - a.clicks || (a.countryCode < b.countryCode ? -1 : 1)),
      lastUpdated: null,
    });
  });

  it('is all zeros for a link that nobody has followed', async () => {
    expect(await stats.summary({ domain: 'default', code: 'never' }, NOW)).toEqual({
      totalClicks: 0,
      clicksLast24h: 0,
      botClicks: 0,
      uniqueVisitors: 0,
      topCountries: [],
      lastUpdated: null,
    });
  });

  it('says up to when everything is counted: the slowest partition of the adapter in use decides', async () => {
    const board = createProgressBoard(store.client, () => true);
    const old = createProgressBoard(store.client, () => true);
    old.report({ adapter: 'spool', stream: '', partition: 0 }, NOW.getTime() - 3 * DAY, 0);
    await old.flush(NOW.getTime() - 3 * DAY);
    board.report({ adapter: 'kafka', stream: 'clicks', partition: 0 }, NOW.getTime(), 0);
    board.report({ adapter: 'kafka', stream: 'clicks', partition: 1 }, NOW.getTime() - 40_000, 9);
    await board.flush(NOW.getTime());
    const { lastUpdated } = await stats.summary(LINK, NOW);
    expect(lastUpdated).toEqual(new Date(NOW.getTime() - 41_000));
  });

  it('gives totals for a list of links with the same split (C120)', async () => {
    const expected = (code: string) => {
      const all = within(0, Infinity, code);
      const of = (kind: ClickKind) => all.filter((click) => click.kind === kind).length;
      return { code, clicks: of('human'), botClicks: of('bot') };
    };
    const totals = await stats.totals([LINK, { ...LINK, code: 'cold' }, { ...LINK, code: 'never' }]);
    expect(totals.sort((a, b) => (a.code < b.code ? -1 : 1))).toEqual([expected('cold'), expected('hot')]);
    expect(await stats.totals([])).toEqual([]);
  });
});

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Moscow',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Lima',
];
const RANGES: Record<string, readonly [number, number]> = {
  'the last 24 hours': [NOW.getTime() - DAY, NOW.getTime()],
  'the last 7 days': [NOW.getTime() - 7 * DAY, NOW.getTime()],
  'the last 90 days': [NOW.getTime() - 90 * DAY, NOW.getTime()],
  'a custom range that cuts days and quarters': [
    Date.parse('2026-10-20T07:13:11.123Z'),
    Date.parse('2026-11-05T21:44:59.999Z'),
  ],
};
const BOTS: BotFilter[] = ['exclude', 'include', 'only'];

describe.each(Object.entries(RANGES))('over %s', (_name, [from, to]) => {
  const range = { from: new Date(from), to: new Date(to) };
  const granularities: Granularity[] =
    to - from <= DAY ? ['minute', 'hour', 'day'] : ['hour', 'day', 'week', 'month'];

  it.each(ZONES)(
    'a series agrees with the clicks themselves, bucket by bucket, in %s (C123, C129)',
    async (timezone) => {
      for (const granularity of granularities) {
        // The filter is the same code for all zones: all of its values in one of them.
        for (const bots of timezone === 'America/New_York' ? BOTS : ['include' as const]) {
          const points = await stats.series(LINK, { ...range, timezone, granularity, bots });
          const starts = bucketStarts(from, to, granularity, timezone);
          expect(points.map((point) => point.start.getTime())).toEqual(starts);
          const buckets = starts.map((): (typeof clicks)[number][] => []);
          for (const click of within(from, to)) {
            buckets[starts.findLastIndex((start) => start <= click.ts)]?.push(click);
          }
          const expected = buckets.map((bucket, index) => {
            const of = (wanted: (kind: ClickKind) => boolean) => bucket.filter((click) => wanted(click.kind));
            return {
              start: new Date(starts[index] ?? 0),
              clicks: of(counts(bots)).length,
              humanClicks: of(counts('exclude')).length,
              botClicks: of(counts('only')).length,
              uniqueVisitors: people(of(counts(bots))),
            };
          });
          expect(points, `${granularity} ${bots}`).toEqual(expected);
        }
      }
    },
  );

  it.each<Dimension>(['country', 'referrer', 'browser', 'os', 'device', 'language'])(
    'a break-down by %s agrees, and the filter applies (C162)',
    async (by) => {
      const valueOf = (click: ClickEvent): string => {
        if (by === 'country' || by === 'referrer' || by === 'language') return click[by];
        return readAgent(click.userAgent)[by];
      };
      for (const bots of BOTS) {
        const expected = new Map<string, number>();
        for (const click of within(from, to).filter(({ kind }) => counts(bots)(kind))) {
          expected.set(valueOf(click), (expected.get(valueOf(click)) ?? 0) + 1);
        }
        const rows = [...expected]
          .map(([value, n]) => ({ value, clicks: n }))
          .sort((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
        const question = { ...range, timezone: 'UTC', by, bots };
        expect(await stats.breakdown(LINK, { ...question, limit: 100 })).toEqual(rows);
        expect(await stats.breakdown(LINK, { ...question, limit: 1 })).toEqual(rows.slice(0, 1));
      }
    },
  );
});

describe('the overview of a workspace (STAT-2)', () => {
  it('agrees with the clicks of its links', async () => {
    const from = Date.parse('2026-10-01T00:00:00Z');
    const to = Date.parse('2026-11-15T00:00:00Z');
    for (const bots of BOTS) {
      const range = { from: new Date(from), to: new Date(to), timezone: 'America/New_York', bots };
      const found = await stats.overview('w1', { ...range, granularity: 'day', limit: 10 });
      const mine = within(from, to, null).filter((click) => click.owner === 'w1');
      const counted = mine.filter(({ kind }) => counts(bots)(kind));
      const byCode = (code: string) => counted.filter((click) => click.code === code).length;
      expect(found.totalClicks).toBe(counted.length);
      expect(found.botClicks).toBe(mine.filter(({ kind }) => kind === 'bot').length);
      expect(found.uniqueVisitors).toBe(people(counted));
      expect(found.topLinks).toEqual([
        { code: 'hot', clicks: byCode('hot') },
        { code: 'cold', clicks: byCode('cold') },
      ]);
      expect(found.topCountries.reduce((sum, row) => sum + row.clicks, 0)).toBe(
        counted.filter((click) => click.country !== '').length,
      );
      expect(found.points.reduce((sum, point) => sum + point.clicks, 0)).toBe(counted.length);
    }
  });

  it('counts by minute only what was clicked while a code was its own', async () => {
    const from = NOW.getTime() - DAY;
    const range = { from: new Date(from), to: NOW, timezone: 'UTC', bots: 'include' as const };
    const { points, totalClicks } = await stats.overview('w1', { ...range, granularity: 'minute', limit: 1 });
    const mine = within(from, NOW.getTime(), null).filter(({ owner }) => owner === 'w1');
    const counted = mine.filter(({ kind }) => counts('include')(kind));
    expect(totalClicks).toBe(counted.length);
    for (const { start, clicks: n, uniqueVisitors } of points) {
      const minute = counted.filter(({ ts }) => Math.floor(ts / 60_000) * 60_000 === start.getTime());
      expect([n, uniqueVisitors]).toEqual([minute.length, people(minute)]);
    }
  });

  it('knows nothing of other workspaces', async () => {
    const range = { from: new Date(0), to: NOW, timezone: 'UTC', bots: 'include' as const };
    expect(await stats.overview('nobody', { ...range, granularity: 'month', limit: 10 })).toMatchObject({
      totalClicks: 0,
      topLinks: [],
      topCountries: [],
    });
  });
});

describe('a query', () => {
  it('takes any value as a value, never as SQL', async () => {
    const code = `x' OR 1=1 --`;
    expect((await stats.summary({ domain: 'default', code }, NOW)).totalClicks).toBe(0);
    const range = { from: new Date(0), to: NOW, timezone: 'UTC', bots: 'include' as const };
    expect(await stats.breakdown({ domain: `\\'`, code }, { ...range, by: 'country', limit: 5 })).toEqual([]);
  });

  it.each([
    ['1970-01-01T00:00:00Z', '1970-03-01T00:00:00Z', 'month'],
    ['1970-01-01T00:00:00Z', '1970-01-02T00:00:00Z', 'hour'],
    ['2106-01-01T00:00:00Z', '2107-01-01T00:00:00Z', 'month'],
    ['2149-01-01T00:00:00Z', '2150-01-01T00:00:00Z', 'month'],
    ['9999-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', 'month'],
    ['9999-12-30T00:00:00Z', '9999-12-31T23:59:59.999Z', 'hour'],
    ['1970-01-01T00:00:00Z', '2106-12-01T00:00:00Z', 'month'],
    ['1990-01-01T00:00:00Z', '2155-01-01T00:00:00Z', 'month'],
  ] as const)('counts what there is from %s to %s by %s, in any zone', async (start, end, granularity) => {
    for (const timezone of ['America/New_York', 'Asia/Tokyo']) {
      const range = { from: new Date(start), to: new Date(end), timezone, bots: 'exclude' } as const;
      const isThere = within(range.from.getTime(), range.to.getTime()).length > 0;
      const points = await stats.series(LINK, { ...range, granularity });
      expect(points.some((point) => point.clicks > 0)).toBe(isThere);
      const rows = await stats.breakdown(LINK, { ...range, by: 'browser', limit: 3 });
      expect(rows.length > 0).toBe(isThere);
      const { totalClicks, topLinks } = await stats.overview('w1', { ...range, granularity, limit: 3 });
      expect([totalClicks > 0, topLinks.length > 0]).toEqual([isThere, isThere]);
    }
  });

  it('answers unavailable while ClickHouse is away', async () => {
    const gone = openTestStore('http://127.0.0.1:1/none');
    await expect(createClickStats(gone.client).summary(LINK, NOW)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await gone.drop();
  });
});
