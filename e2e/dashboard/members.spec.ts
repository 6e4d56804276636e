import { expect, test, type Page } from '@playwright/test';
import { endpoints, fresh, signUp, violationsOf } from './pages.ts';

const PASSWORD = 'correct horse battery staple';

async function createLink(page: Page, alias: string): Promise<void> {
  await page.getByRole('button', { name: 'New link' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Destination').fill('https://example.com/shared');
  await dialog.getByLabel('Alias').fill(alias);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog).toBeHidden();
}

/** Makes an invitation on the members page and gives its link. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.goto(`${endpoints.web}/settings/members`);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Role').selectOption(role);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make the invitation' }).click();
  const link = (await dialog.getByTestId('invitation-link').textContent()) ?? '';
  expect(link).toMatch(/\/join\/[\w-]+$/);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`WEB-4: invite by a link, join, change the role, remove (${colorScheme})`, async ({ browser }) => {
    test.setTimeout(120_000);
    const options = { colorScheme, reducedMotion: 'reduce' } as const;
    const owner = await (await browser.newContext(options)).newPage();
    const guest = await (await browser.newContext(options)).newPage();
    const alias = fresh('team');
    const shared = (page: Page) => page.getByRole('link', { name: new RegExp(`Statistics of .*/${alias}`) });
    const guestEmail = `${fresh('guest-')}@example.com`;

    await signUp(owner);
    await createLink(owner, alias);
    const link = await invite(owner, guestEmail, 'Admin');
    await expect(owner.getByText(guestEmail)).toBeVisible();
    expect(await violationsOf(owner)).toEqual([]);

    await test.step('the recipient makes an account on the way, and joins', async () => {
      await guest.goto(link);
      await guest.getByRole('link', { name: 'Create an account' }).click();
      await guest.getByLabel('Name').fill('Grace');
      await guest.getByLabel('E-mail').fill(guestEmail);
      await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await guest.getByRole('button', { name: 'Create account' }).click();
      await expect(guest.getByText('Join the workspace “Ada”')).toBeVisible({ timeout: 20_000 });
      expect(await violationsOf(guest)).toEqual([]);
      await guest.getByRole('button', { name: 'Join' }).click();
      await expect(shared(guest)).toBeVisible({ timeout: 20_000 });
    });

    await test.step('and switches between both workspaces in the header', async () => {
      const account = guest.getByRole('button', { name: /Account menu/ }).filter({ visible: true });
      await account.click();
      await expect(guest.getByRole('menuitemradio', { name: 'Ada' })).toBeChecked();
      expect(await violationsOf(guest)).toEqual([]);
      await guest.getByRole('menuitemradio', { name: 'Grace' }).click();
      await expect(guest.getByText('No links yet')).toBeVisible();
      await account.click();
      await guest.getByRole('menuitemradio', { name: 'Ada' }).click();
      await expect(shared(guest)).toBeVisible();
    });

    await test.step('the owner makes the admin a member, who then can not invite', async () => {
      await owner.goto(`${endpoints.web}/settings/members`);
      await owner.getByLabel('Role of Grace').selectOption('Member');
      await expect(owner.getByText('Role changed')).toBeVisible();
      await guest.goto(`${endpoints.web}/settings/members`);
      await expect(guest.getByRole('cell', { name: /Ada/ })).toBeVisible();
      await expect(guest.getByRole('button', { name: 'Invite', exact: true })).toBeHidden();
    });

    await test.step('and removes them: the workspace is gone for them at once', async () => {
      await owner.getByRole('button', { name: 'Remove Grace' }).click();
      await owner.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(owner.getByText('Member removed')).toBeVisible();
      await expect(owner.getByText(guestEmail)).toBeHidden();
      await guest.goto(`${endpoints.web}/links`);
      await expect(guest.getByText('No links yet')).toBeVisible();
    });

    await test.step('the used invitation lets nobody in again', async () => {
      await guest.goto(link);
      await expect(guest.getByText('This invitation no longer works')).toBeVisible();
    });
    await owner.context().close();
    await guest.context().close();
  });
}

test('WEB-4: an invitation for another address says so, and one that was taken back works no more', async ({
  page,
}) => {
  await signUp(page);
  const email = `${fresh('elsewhere-')}@example.com`;
  const link = await invite(page, email, 'Member');
  await page.goto(link);
  await expect(page.getByText('This invitation is for another address')).toBeVisible();
  await page.goto(`${endpoints.web}/settings/members`);
  await page.getByRole('button', { name: `Take back the invitation of ${email}` }).click();
  await expect(page.getByText('Invitation taken back')).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('This invitation no longer works')).toBeVisible();
});

test('WEB-5: the members page speaks French', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'fr-FR' });
  const page = await context.newPage();
  const email = `${fresh('fr-')}@example.com`;
  await page.goto(`${endpoints.web}/signup?next=/settings/members`);
  await page.getByLabel('Nom').fill('Zoé');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Créer le compte' }).click();
  await expect(page.getByRole('button', { name: 'Inviter' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('cell', { name: 'Propriétaire' })).toBeVisible();
  await context.close();
});
