import { expect, test, type Page } from '@playwright/test';
import { enterAsAdmin, isLookedAt } from './admin-pages.ts';
import { watchTroubles } from './pages.ts';

const HEALTH = '**/api/trpc/admin.health*';

interface Report {
  parts: { name: string; state: string; reasons: string[]; latencyMs: number | null }[];
  clicks: { dropped: number | null };
}

/** Lets the server answer, and changes what it said: the shared box must not be hurt. */
async function tellOf(page: Page, change: (report: Report) => void): Promise<void> {
  await page.route(HEALTH, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: { data: { json: Report } } }[];
    for (const one of body) change(one.result.data.json);
    await route.fulfill({ response: answer, json: body });
  });
}

const partOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`WEB-4: ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('an admin sees every engine and app of the box, and asks anew', async ({ page }) => {
      await enterAsAdmin(page, '/admin/health');
      const troubles = watchTroubles(page);
      for (const name of ['Link store', 'Click stream', 'ClickHouse', 'Web app', 'Redirector', 'Worker'])
        await expect(partOf(page, name).getByText(/^(Up|Degraded)$/), name).toBeVisible();
      await expect(partOf(page, 'Redis').getByText(/^(Up|Degraded|Not set up)$/)).toBeVisible();
      await expect(page.getByText('Click stream (spool)')).toBeVisible();
      await expect(page.getByText('Since the redirector started')).toBeVisible();
      await isLookedAt(page);

      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('admin.health')) asked.push(request.url());
      });
      await page.getByRole('button', { name: 'Check now' }).click();
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      await expect.poll(() => asked.length, { message: 'by itself', timeout: 15_000 }).toBeGreaterThan(1);
      expect(troubles).toEqual([]);
    });

    test('what is down or degraded is named, with what it means and why', async ({ page }) => {
      await tellOf(page, ({ parts, clicks }) => {
        for (const part of parts) {
          if (part.name === 'redis')
            Object.assign(part, { state: 'down', reasons: ['silent'], latencyMs: null });
          if (part.name === 'worker') Object.assign(part, { state: 'degraded', reasons: ['late'] });
        }
        clicks.dropped = 1_234;
      });
      await enterAsAdmin(page, '/admin/health');
      await expect(page.getByRole('status')).toContainText('Redis and Worker');
      const redis = partOf(page, 'Redis');
      await expect(redis.getByText('Down', { exact: true })).toBeVisible();
      await expect(redis).toContainText('Redirects come from memory and the link store');
      await expect(redis).toContainText('No answer in time.');
      await expect(partOf(page, 'Worker')).toContainText('more than 30 seconds late');
      await expect(page.getByText('1,234')).toBeVisible();
      await isLookedAt(page);
    });

    test('when no answer comes it says since when, keeps what was seen, and heals by itself', async ({
      page,
    }) => {
      await enterAsAdmin(page, '/admin/health');
      await expect(partOf(page, 'Link store')).toBeVisible();
      await page.route(HEALTH, (route) => route.abort());
      await expect(page.getByRole('status')).toContainText('No news since', { timeout: 15_000 });
      await expect(partOf(page, 'Link store')).toContainText(/Last: (Up|Degraded)/);
      await isLookedAt(page);
      await page.unroute(HEALTH);
      await expect(page.getByRole('status')).not.toContainText('No news since', { timeout: 15_000 });
    });
  });
}

test('WEB-5: without any answer the page says so instead of nothing', async ({ page }) => {
  await page.route(HEALTH, (route) => route.abort());
  await enterAsAdmin(page, '/admin/health');
  await expect(page.getByText('This can’t be shown right now')).toBeVisible();
  await isLookedAt(page);
  await page.unroute(HEALTH);
  await expect(page.getByRole('status')).toBeVisible({ timeout: 15_000 });
});

test('WEB-5: users and health speak French', async ({ page }) => {
  await enterAsAdmin(page, '/admin/health');
  await page.context().addCookies([{ name: 'brevia-locale', value: 'fr', url: page.url() }]);
  await page.reload();
  await expect(page.getByRole('heading', { name: /Base des liens/ })).toBeVisible();
  await isLookedAt(page);
  await page.getByRole('link', { name: 'Utilisateurs' }).click();
  await expect(page.getByRole('searchbox', { name: 'Nom ou adresse e-mail' })).toBeVisible();
  await isLookedAt(page);
});
