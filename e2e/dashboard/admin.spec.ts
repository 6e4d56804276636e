import { expect, test, type Page } from '@playwright/test';
import { enterAsAdmin, isLookedAt } from './admin-pages.ts';
import { endpoints, fresh, signUp, watchTroubles } from './pages.ts';

/** Makes a link by the page's own session. @returns the status and the code */
async function create(page: Page, longUrl: string): Promise<{ status: number; code: string }> {
  const answer = await page.request.post(`${endpoints.web}/api/v1/links`, { data: { long_url: longUrl } });
  const body = (await answer.json()) as { code: string };
  return { status: answer.status(), code: body.code };
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`WEB-4: ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('an admin blocks a domain, disables the links to it, and unblocks it (API-6)', async ({ page }) => {
      test.setTimeout(120_000);
      await enterAsAdmin(page, '/admin/blocked-domains');
      const troubles = watchTroubles(page);
      const host = `${fresh('evil-')}.example`;
      const { code } = await create(page, `https://www.${host}/page`);

      await page.goto(`${endpoints.web}/links`);
      await page
        .getByRole('button', { name: /Account menu/ })
        .filter({ visible: true })
        .click();
      await page.getByRole('menuitem', { name: 'Administration' }).click();
      await page.waitForURL('**/admin/users');
      await page.getByRole('link', { name: 'Blocked domains' }).click();
      await page.waitForURL('**/admin/blocked-domains');
      await isLookedAt(page);

      await page.getByRole('button', { name: 'Block a domain' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Host').fill('https://no host');
      await dialog.getByRole('button', { name: 'Block', exact: true }).click();
      await expect(dialog.getByText('Enter a host name such as example.com.')).toBeVisible();
      await isLookedAt(page);
      troubles.splice(0); // The browser itself notes the refusal on the console.
      await dialog.getByLabel('Host').fill(`*.${host.toUpperCase()}`);
      await dialog.getByLabel('Reason').fill('phishing');
      await dialog.getByRole('button', { name: 'Block', exact: true }).click();
      await expect(dialog.getByText('1 link still leads there')).toBeVisible();
      await isLookedAt(page);
      expect((await create(page, `https://${host}/again`)).status, 'refused at once').toBe(400);
      await dialog.getByRole('button', { name: 'Disable them' }).click();
      await expect(page.getByText('1 link disabled', { exact: true })).toBeVisible();
      await expect
        .poll(async () => (await page.request.get(`${endpoints.redirector}/${code}`)).status())
        .toBe(404);

      await page.getByRole('searchbox', { name: 'Search hosts' }).fill(host);
      await expect(page.getByRole('row')).toHaveCount(2);
      await isLookedAt(page);
      await page.getByRole('button', { name: `Unblock ${host}` }).click();
      await isLookedAt(page);
      await dialog.getByRole('button', { name: 'Unblock', exact: true }).click();
      await expect(page.getByText('Nothing found')).toBeVisible();
      expect((await create(page, `https://${host}/again`)).status).toBe(201);
      expect(troubles).toEqual([]);
    });
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`ALIAS-2: ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('an admin reserves a word, and releases it', async ({ page }) => {
      await enterAsAdmin(page, '/admin/blocked-domains');
      await page.getByRole('link', { name: 'Reserved words' }).click();
      await expect(page.getByText('robots.txt')).toBeVisible();
      const word = fresh('brand');
      await page.getByLabel('Word to reserve').fill(word.toUpperCase());
      await page.getByRole('button', { name: 'Reserve', exact: true }).click();
      const release = page.getByRole('button', { name: `Release ${word}` });
      await expect(release).toBeVisible();
      await isLookedAt(page);
      await release.click();
      await expect(release).toHaveCount(0);
    });
  });
}

test('WEB-4: for others there is no administration: not in the menu, and 404 at its address', async ({
  page,
}) => {
  await signUp(page);
  await page
    .getByRole('button', { name: /Account menu/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
  for (const path of [
    '/admin',
    '/admin/users',
    '/admin/blocked-domains',
    '/admin/reserved-words',
    '/admin/health',
  ]) {
    const answer = await page.goto(endpoints.web + path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  }
});

test('WEB-5: the administration speaks French', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await enterAsAdmin(page, '/admin/blocked-domains');
  await page
    .getByRole('button', { name: /Account menu/ })
    .filter({ visible: true })
    .click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(page.getByRole('button', { name: 'Bloquer un domaine' })).toBeVisible();
  await context.close();
});
