import { expect, type Page } from '@playwright/test';
import { startMailServer } from '../../apps/web/src/server/testing/mail-server.ts';
import { test } from '../box/own-box.ts';
import { until } from '../box/poll.ts';

const PASSWORD = 'correct horse battery staple';
const NEW_PASSWORD = 'another horse battery staple';

test('WEB-1: with a mail server people confirm their address, set a new password and are invited by mail', async ({
  own,
  browser,
}) => {
  test.setTimeout(300_000);
  await using server = await startMailServer();
  const box = await own.start({
    env: { SMTP_URL: server.url, MAIL_FROM: 'Brevia <no-reply@brevia.localhost>', LIMIT_SIGN_IN: '10000' },
  });
  const { web } = box.endpoints;
  const email = 'ada@example.com';
  const context = await browser.newContext();
  const page = await context.newPage();

  /** The link of the newest message to somebody with such a subject. */
  const linkFor = async (to: string, subject: RegExp): Promise<string> => {
    const find = () =>
      server.received.findLast((got) => got.to.includes(to) && subject.test(got.mail.subject ?? ''));
    await until(`a mail ${String(subject)}`, find, (got) => got !== undefined, 20_000);
    const link = /https?:\S+/.exec(find()?.mail.text ?? '')?.[0] ?? '';
    expect(link.startsWith(`${web}/`)).toBe(true);
    return link;
  };
  const signIn = async (on: Page, password: string) => {
    await on.goto(`${web}/login`);
    await on.getByLabel('E-mail').fill(email);
    await on.getByLabel('Password', { exact: true }).fill(password);
    await on.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  await test.step('sign-up works at once; the address is confirmed by a press on the page of the link', async () => {
    await page.goto(`${web}/signup`);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('No links yet')).toBeVisible({ timeout: 20_000 });
    await page.goto(`${web}/settings/profile`);
    await expect(page.getByText('Not confirmed')).toBeVisible();
    await page.getByRole('button', { name: 'Send the e-mail again' }).click();
    await expect(page.getByText('The e-mail is on its way')).toBeVisible();
    await page.goto(await linkFor(email, /Confirm your/));
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    await expect(page.getByText('Your address is confirmed.')).toBeVisible();
    await page.goto(`${web}/settings/profile`);
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  });

  await test.step('an invitation goes out by mail', async () => {
    await page.goto(`${web}/settings/members`);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('grace@example.com');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(dialog.getByText('The invitation is on its way')).toBeVisible();
    const shown = await dialog.getByTestId('invitation-link').textContent();
    expect(await linkFor('grace@example.com', /invites you/)).toBe(shown);
  });

  await test.step('a forgotten password is replaced from another browser, and ends the session of this one', async () => {
    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto(`${web}/forgot-password`);
    await elsewhere.getByLabel('E-mail').fill(email);
    await elsewhere.getByRole('button', { name: 'Send the link' }).click();
    await expect(elsewhere.getByText('If an account has this address')).toBeVisible();
    const link = await linkFor(email, /new Brevia password/);
    await elsewhere.goto(link);
    await elsewhere.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await elsewhere.getByRole('button', { name: 'Set password' }).click();
    await expect(elsewhere.getByText('Your password is changed.')).toBeVisible();
    await linkFor(email, /was changed/);

    await page.goto(`${web}/links`);
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, PASSWORD);
    await expect(page.getByText('E-mail or password is wrong.')).toBeVisible();
    await signIn(page, NEW_PASSWORD);
    await expect(page.getByText('No links yet')).toBeVisible({ timeout: 20_000 });

    await elsewhere.goto(link);
    await expect(elsewhere.getByText('This link no longer works.')).toBeVisible();
    await elsewhere.context().close();
  });
  await context.close();
  expect(await box.interrupt()).toBe(0);
});
