import { expect, test, type Page } from '@playwright/test';
import { endpoints, fresh, signUp, violationsOf, watchTroubles } from './pages.ts';

const PAGE = `${endpoints.web}/settings/workspaces`;

const account = (page: Page) => page.getByRole('button', { name: /Account menu/ }).filter({ visible: true });

/** Makes a workspace on the settings page, and is in it afterwards. */
async function createWorkspace(page: Page, name: string): Promise<void> {
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'New workspace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  await page.waitForURL('**/links', { timeout: 20_000 });
  await expect(page.getByText('No links yet')).toBeVisible();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`WEB-4: ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('make a further workspace, rename it, and switch between both', async ({ page }) => {
      test.setTimeout(120_000);
      await signUp(page);
      const troubles = watchTroubles(page);

      await test.step('the page is in the account menu', async () => {
        await account(page).click();
        await page.getByRole('menuitem', { name: 'Workspaces' }).click();
        await expect(page.getByRole('heading', { name: 'Your workspaces' })).toBeVisible({ timeout: 20_000 });
        expect(await violationsOf(page)).toEqual([]);
      });

      await test.step('a name of spaces is none', async () => {
        await page.getByRole('button', { name: 'New workspace' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill('   ');
        await dialog.getByRole('button', { name: 'Create workspace' }).click();
        await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
        expect(await violationsOf(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      });

      const name = fresh('Team ');
      await createWorkspace(page, `  ${name}  `);

      await test.step('who makes it works in it', async () => {
        await account(page).click();
        await expect(page.getByRole('menuitemradio', { name })).toBeChecked();
        await page.keyboard.press('Escape');
      });

      await test.step('and renames it', async () => {
        await page.goto(PAGE);
        const field = page.getByLabel('Name', { exact: true });
        await expect(field).toHaveValue(name);
        await field.fill('');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await field.fill(' Renamed <b>&amp; ');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await expect(page.getByText('Workspace renamed')).toBeVisible();
        await expect(field).toHaveValue('Renamed <b>&amp;');
        await expect(page.getByRole('listitem').filter({ hasText: 'Renamed <b>&amp;' })).toContainText(
          'Current',
        );
        expect(await violationsOf(page)).toEqual([]);
      });

      await test.step('the other one is a press away', async () => {
        await page.getByRole('button', { name: 'Switch to Ada' }).click();
        await page.waitForURL('**/links', { timeout: 20_000 });
        await page.goto(PAGE);
        await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada');
      });
      expect(troubles).toEqual([]);
    });
  });
}

test('WEB-4: a member sees the name of the workspace, and can not change it', async ({ browser }) => {
  const owner = await (await browser.newContext()).newPage();
  const guest = await (await browser.newContext()).newPage();
  await signUp(owner);
  const { email } = await signUp(guest);
  const name = fresh('Shared ');
  await createWorkspace(owner, name);
  await owner.goto(`${endpoints.web}/settings/members`);
  await owner.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Make the invitation' }).click();
  await guest.goto((await dialog.getByTestId('invitation-link').textContent()) ?? '');
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.waitForURL('**/links', { timeout: 20_000 });
  await guest.goto(PAGE);
  await expect(guest.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(guest.getByLabel('Name', { exact: true })).not.toBeEditable();
  await expect(guest.getByRole('button', { name: 'Save changes' })).toBeHidden();
  await owner.context().close();
  await guest.context().close();
});

test('WEB-5: the workspaces page speaks French', async ({ page, context }) => {
  await signUp(page);
  await context.addCookies([{ name: 'brevia-locale', value: 'fr', url: endpoints.web }]);
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Nouvel espace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nom').fill('Équipe');
  await dialog.getByRole('button', { name: 'Créer l’espace' }).click();
  await page.waitForURL('**/links', { timeout: 20_000 });
  await page.goto(PAGE);
  await expect(page.getByRole('listitem').filter({ hasText: 'Équipe' })).toContainText('Actuel');
});

test('WEB-1: without a mail server the page for a forgotten password says so', async ({ page }) => {
  await page.goto(`${endpoints.web}/forgot-password`);
  await expect(page.getByText('This site sends no e-mail')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeHidden();
  expect(await violationsOf(page)).toEqual([]);
});
