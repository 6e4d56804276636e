import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClickStats } from '../click-stats.ts';
import { startClickStore } from '../testing/clicks.ts';
import { call, member, trpc } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

let store: Awaited<ReturnType<typeof startClickStore>>;
let clicks: ReturnType<typeof openClickStats>;
let web: Web;
let owner: Awaited<ReturnType<typeof member>>;
let code: string;
const HOUR = 3_600_000;
const BOT = 'Twitterbot/1.0';

beforeAll(async () => {
  store = await startClickStore();
  clicks = openClickStats(store.url);
  web = await startWeb({ stats: clicks.stats });
  owner = await member(web);
  const created = await call(web, 'POST', '/links', {
    key: owner.key,
    body: { long_url: 'https://example.com/' },
  });
  code = created.body['code'] as string;
  const now = Date.now();
  await store.insert([
    ...['FR', 'FR', 'FR', 'US', 'US', 'DE'].map((country) => ({
      code,
      country,
      owner: owner.workspaceId,
      ts: now - HOUR,
    })),
    { code, owner: owner.workspaceId, country: 'JP', ts: now - 30 * HOUR, referrer: '=cmd.example' },
    { code, owner: owner.workspaceId, country: 'US', ts: now - HOUR, userAgent: BOT },
  ]);
});
afterAll(async () => {
  await web.close();
  await clicks.close();
  await store.close();
});

const get = (path: string) => call(web, 'GET', `/links/${code}${path}`, { key: owner.key });

describe('GET /links/{code}/stats (STAT-1)', () => {
  test('counts people, with bots beside them', async () => {
    const answer = await get('/stats');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      code,
      total_clicks: 7,
      clicks_last_24h: 6,
      bot_clicks: 1,
      top_countries: [
        { country_code: 'FR', clicks: 3 },
        { country_code: 'US', clicks: 2 },
        { country_code: 'DE', clicks: 1 },
        { country_code: 'JP', clicks: 1 },
      ],
    });
    expect(answer.body).toHaveProperty('last_updated');
  });

  test('of a link without clicks are zeros', async () => {
    const { body } = await call(web, 'POST', '/links', {
      key: owner.key,
      body: { long_url: 'https://example.com/' },
    });
    const answer = await call(web, 'GET', `/links/${body['code'] as string}/stats`, { key: owner.key });
    expect(answer).toMatchObject({
      status: 200,
      body: { total_clicks: 0, clicks_last_24h: 0, top_countries: [] },
    });
  });
});

describe('GET /links/{code}/analytics (STAT-2)', () => {
  test('gives summary, series and the asked break-downs', async () => {
    const answer = await get('/analytics?by=country,browser&granularity=day&timezone=Europe/Paris&limit=2');
    expect(answer.status).toBe(200);
    const { series, breakdowns } = answer.body as {
      series: { timezone: string; points: { clicks: number; human_clicks: number; bot_clicks: number }[] };
      breakdowns: Record<string, unknown>;
    };
    expect(answer.body['total_clicks']).toBe(7);
    expect(series.timezone).toBe('Europe/Paris');
    expect(series.points.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(7);
    expect(series.points.reduce((sum, { bot_clicks }) => sum + bot_clicks, 0)).toBe(1);
    expect(breakdowns['country']).toEqual([
      { value: 'FR', clicks: 3 },
      { value: 'US', clicks: 2 },
    ]);
    expect(breakdowns['browser']).toEqual([{ value: 'Chrome', clicks: 7 }]);
  });

  test.each([
    ['exclude', 7],
    ['include', 8],
    ['only', 1],
  ])('bots=%s counts %i, with every granularity (C162)', async (bots, expected) => {
    for (const granularity of ['hour', 'day', 'week', 'month']) {
      const from = new Date(Date.now() - 60 * HOUR).toISOString();
      const answer = await get(`/analytics?bots=${bots}&granularity=${granularity}&from=${from}`);
      const { points } = answer.body['series'] as { points: { clicks: number }[] };
      expect(points.reduce((sum, { clicks: count }) => sum + count, 0)).toBe(expected);
    }
  });

  test.each([
    ['?granularity=decade', 'granularity'],
    ['?timezone=Mars/Olympus', 'timezone'],
    ['?timezone=%2B02:00', 'timezone'],
    ['?by=colour', 'by'],
    ['?bots=maybe', 'bots'],
    ['?format=xml', 'format'],
    ['?from=yesterday', 'from'],
    ['?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
    ['?granularity=minute&from=2020-01-01T00:00:00Z', 'from'],
    ['?limit=0&by=country', 'limit'],
    ['?limit=0', 'limit'],
    ['?limit=99999', 'limit'],
    ['?limit=abc', 'limit'],
    ['?limit=-1', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=0&format=csv', 'limit'],
    ['?from=0001-01-01T00:00:00Z', 'from'],
    ['?to=9999-12-31T23:59:59-01:00', 'to'],
  ])('%s is a 400 that names %s', async (query, field) => {
    const answer = await get(`/analytics${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toEqual([expect.objectContaining({ field })]);
  });

  test('CSV has local times with their offset and names the zone (C157)', async () => {
    const answer = await get('/analytics?format=csv&granularity=day&timezone=America/New_York');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain(`${code}-clicks.csv`);
    const [header, ...lines] = answer.text.trim().split('\r\n');
    expect(header).toBe('start (America/New_York),clicks,human_clicks,bot_clicks,unique_visitors');
    expect(lines.every((line) => /^\d{4}-\d\d-\d\dT00:00:00-0[45]:00,/.test(line))).toBe(true);
  });

  test('a referrer that is a spreadsheet formula is neutralised (C158, C159)', async () => {
    await store.insert(
      ['=1+1', '+1', '-2', '@SUM(1)'].map((referrer) => ({ code, referrer, ts: Date.now() - HOUR })),
    );
    const answer = await get('/analytics?format=csv&by=referrer,country');
    for (const line of answer.text.split('\r\n')) {
      for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?[=+\-@]/);
    }
  });
});

describe('the dashboard', () => {
  test('gets an overview of the workspace and totals of a page of links, of the own ones only', async () => {
    const stranger = await member(web);
    const overview = await trpc(web, 'query', 'stats.overview', {}, { cookie: owner.cookie });
    expect(overview.body).toMatchObject({
      result: { data: { json: { totalClicks: 7, topLinks: [{ code, clicks: 7 }] } } },
    });
    const totals = (cookie: string) =>
      trpc(web, 'query', 'stats.totals', { codes: [code, 'zzzzzzz'] }, { cookie });
    expect((await totals(owner.cookie)).body).toMatchObject({
      result: { data: { json: [{ code, botClicks: 1 }] } },
    });
    expect((await totals(stranger.cookie)).body).toMatchObject({ result: { data: { json: [] } } });
  });
});

test('without a click store statistics are a 503, not zeros', async () => {
  await using blind = await startWeb({ databaseUrl: web.databaseUrl });
  expect(await call(blind, 'GET', `/links/${code}/stats`, { key: owner.key })).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  });
});
