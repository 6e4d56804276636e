import { expect, test, type Page } from '@playwright/test';
import { enterAsAdmin, isLookedAt, makeAccount, signIn } from './admin-pages.ts';
import { endpoints, watchTroubles } from './pages.ts';

const isSignedIn = async (cookie: string) =>
  (await fetch(`${endpoints.web}/api/trpc/me.get`, { headers: { cookie } })).ok;

/** Searches the list, once it is there: what is typed before the page listens is lost. */
async function search(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by name or e-mail' }).fill(text);
}

/** Opens the menu of an account that was searched for, and chooses. */
async function choose(page: Page, email: string, deed: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('menuitem', { name: deed, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`WEB-4: ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('an admin finds an account, suspends it with a reason, and lifts the suspension', async ({
      page,
      browser,
    }) => {
      test.setTimeout(120_000);
      const { email, cookie } = await makeAccount('Mallory');
      await enterAsAdmin(page, '/admin/users');
      const troubles = watchTroubles(page);
      await isLookedAt(page);
      await search(page, email.toUpperCase());
      const row = page.getByRole('row').filter({ hasText: email });
      await expect(page.getByRole('row')).toHaveCount(2);

      await page.getByRole('button', { name: `Actions for ${email}` }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await isLookedAt(page);
      await page.keyboard.press('Escape');
      await choose(page, email, 'Suspend');
      await isLookedAt(page);
      await page.getByLabel('Reason').fill('phishing');
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
      await expect(row.getByText('Suspended', { exact: true })).toBeVisible();
      await expect(row.getByText('Reason: phishing')).toBeVisible();
      expect(await isSignedIn(cookie), 'the session has ended').toBe(false);
      await isLookedAt(page);

      const elsewhere = await browser.newContext({ locale: 'en-GB' });
      const theirs = await elsewhere.newPage();
      await signIn(theirs, email);
      await expect(theirs.getByRole('alert').filter({ hasText: /suspended|blocked/i })).toBeVisible();
      await elsewhere.close();

      await choose(page, email, 'Lift the suspension');
      await page.getByRole('dialog').getByRole('button', { name: 'Lift the suspension' }).click();
      await expect(row.getByText('Suspended', { exact: true })).toHaveCount(0);
      expect(troubles).toEqual([]);
    });

    test('an admin gives the role by keyboard, takes it back, and signs somebody out everywhere', async ({
      page,
    }) => {
      test.setTimeout(120_000);
      const { email, cookie } = await makeAccount('Grace');
      await enterAsAdmin(page, '/admin/users');
      await search(page, email);
      await expect(page.getByRole('row')).toHaveCount(2);
      const row = page.getByRole('row').filter({ hasText: email });
      await row.getByRole('button', { name: `Actions for ${email}` }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: 'Make an admin' })).toBeVisible();
      // A menu that has just been fetched may open with nothing chosen yet.
      await page.getByRole('menuitem', { name: 'Make an admin' }).press('Enter');
      await expect(page.getByRole('dialog', { name: 'Make Grace an admin?' })).toBeVisible();
      await isLookedAt(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Make an admin' }).press('Enter');
      await expect(row.getByText('Admin', { exact: true })).toBeVisible();

      await choose(page, email, 'Take the admin role');
      await page.getByRole('dialog').getByRole('button', { name: 'Take the admin role' }).click();
      await expect(row.getByText('Admin', { exact: true })).toHaveCount(0);

      expect(await isSignedIn(cookie)).toBe(true);
      await choose(page, email, 'Sign out everywhere');
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
      await expect(page.getByText('Grace is signed out everywhere')).toBeVisible();
      expect(await isSignedIn(cookie)).toBe(false);
    });
  });
}

test('WEB-4: nobody is offered anything to do to their own account', async ({ page }) => {
  await enterAsAdmin(page, '/admin/users');
  await search(page, 'Root');
  const own = page.getByRole('row').filter({ hasText: 'You' });
  await expect(own).toHaveCount(1);
  await expect(own.getByRole('button')).toHaveCount(0);
});

test('WEB-4: an admin who is none any more is told so', async ({ page }) => {
  const { email } = await makeAccount('Ada');
  await enterAsAdmin(page, '/admin/users');
  await search(page, email);
  await page.route('**/api/trpc/admin.users.suspend*', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({
        error: {
          json: { message: 'no', code: -32_003, data: { code: 'FORBIDDEN', brevia: { code: 'forbidden' } } },
        },
      }),
    }),
  );
  await choose(page, email, 'Suspend');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('You are not allowed to do this.')).toBeVisible();
  await isLookedAt(page);
});

test('WEB-5: the list says that nobody was found, and that it can’t be shown', async ({ page }) => {
  await enterAsAdmin(page, '/admin/users');
  await search(page, 'nobody has such a name');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await isLookedAt(page);
  await page.route('**/api/trpc/admin.users.list*', (route) => route.abort());
  const field = page.getByRole('searchbox', { name: 'Search by name or e-mail' });
  await field.fill('another');
  await expect(page.getByText('This can’t be shown right now')).toBeVisible({ timeout: 20_000 });
  await isLookedAt(page);
  await page.unroute('**/api/trpc/admin.users.list*');
  await field.fill('');
  await expect(page.getByRole('table')).toBeVisible();
});
