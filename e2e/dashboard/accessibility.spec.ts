import { expect, test } from '@playwright/test';
import { endpoints, enterDemo, violationsOf, watchTroubles } from './pages.ts';

const forStrangers = ['/', '/login', '/signup', '/verify-email?token=x', '/nothing-here'];
const forMembers = [
  '/links',
  '/links/autumn',
  '/analytics',
  '/settings/profile',
  '/settings/security',
  '/settings/workspaces',
  '/settings/members',
  '/join/no-such-invitation',
  '/settings/api-keys',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`WEB-5: ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of forStrangers) {
      test(`${path} has no axe violation`, async ({ page }) => {
        await page.goto(endpoints.web + path);
        expect(await violationsOf(page)).toEqual([]);
      });
    }

    test('the pages of members have no axe violation, no error and no request to others', async ({
      page,
    }) => {
      test.setTimeout(180_000);
      await enterDemo(page);
      const troubles = watchTroubles(page);
      for (const path of forMembers) {
        await page.goto(endpoints.web + path);
        await expect(page.getByRole('main')).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 20_000 });
        expect(await violationsOf(page), path).toEqual([]);
      }
      expect(troubles).toEqual([]);
    });

    test('the dialog of a new link has no axe violation', async ({ page }) => {
      await enterDemo(page);
      await page.getByRole('button', { name: 'New link' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
    });
  });
}

test('WEB-5: no page is wider than its screen', async ({ page }) => {
  const widths = async (path: string) => {
    await page.goto(endpoints.web + path);
    return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  };
  for (const path of forStrangers) expect(await widths(path), path).toBe(0);
  await enterDemo(page);
  for (const path of forMembers) expect(await widths(path), path).toBe(0);
});
