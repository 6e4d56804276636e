import { expect, test } from '@playwright/test';
import { clientOf } from '../box/client.ts';
import { until } from '../box/poll.ts';
import { sharedBox } from '../box/shared-box.ts';

const { endpoints, demo } = sharedBox();
const client = clientOf(endpoints, demo.api_key);
const long_url = 'https://example.com/clicked';

test('CLICK-2, STAT-1, C163, C084: each visit is one click, in the stats within 5 s', async () => {
  const { code } = await client.create({ long_url });
  for (let visit = 0; visit < 4; visit += 1) await client.visit(`/${code}`);
  const began = Date.now();
  const stats = await client.untilCounted(code, 4, 5_000);
  expect(stats).toMatchObject({ code, total_clicks: 4, clicks_last_24h: 4, bot_clicks: 0 });
  expect(Date.parse(stats.last_updated)).toBeGreaterThan(began - 60_000);
  expect(Date.parse(stats.last_updated)).toBeLessThanOrEqual(Date.now());
});

test('CLICK-1, C077, C117, C121, C122: HEAD and speculative requests are no clicks, bots are counted apart', async () => {
  const { code } = await client.create({ long_url });
  const visit = (headers: Record<string, string>, method = 'GET') =>
    client.visit(`/${code}`, { method, headers });
  for (let times = 0; times < 3; times += 1) await visit({}, 'HEAD');
  await visit({ 'sec-purpose': 'prefetch;prerender' });
  await visit({ purpose: 'prefetch' });
  await visit({ 'x-purpose': 'preview' });
  await visit({ 'x-moz': 'prefetch' });
  for (const bot of ['Twitterbot/1.0', 'Slackbot-LinkExpanding 1.0', 'Discordbot/2.0'])
    await visit({ 'user-agent': bot });
  await visit({});
  await until(
    'three bots',
    () => client.stats(code),
    ({ bot_clicks }) => bot_clicks === 3,
    5_000,
  );
  await client.untilCounted(code, 1, 5_000);
});

test('a deleted or unknown link gets no clicks and no stats', async () => {
  expect((await client.call('GET', '/links/nothing0/stats')).status).toBe(404);
});

test('RUN-5: the demo has 200 links and its clicks, with the top 5 countries in order', async () => {
  const stats = await client.stats('autumn');
  expect(stats.total_clicks).toBeGreaterThan(100);
  expect(stats.top_countries).toHaveLength(5);
  const clicks = stats.top_countries.map((country) => country.clicks);
  expect(clicks).toEqual([...clicks].sort((one, other) => other - one));
});
