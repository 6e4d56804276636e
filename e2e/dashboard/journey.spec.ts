import { expect, test } from '@playwright/test';
import { clientOf } from '../box/client.ts';
import { demo, endpoints, fresh, signInByForm, signUp, watchTroubles } from './pages.ts';

const visitor = clientOf(endpoints);

test('WEB-1: anybody shortens a URL on the landing page and follows it', async ({ page }) => {
  const troubles = watchTroubles(page);
  await page.goto(endpoints.web);
  await page.getByLabel('Long URL').fill('https://example.com/from-the-landing-page');
  await page.getByRole('button', { name: 'Shorten' }).click();
  const link = page.getByRole('region', { name: 'Your new links' }).getByRole('link').first();
  await expect(link).toBeVisible();
  const shortUrl = new URL((await link.getAttribute('href')) ?? '');
  expect(shortUrl.origin).toBe(endpoints.redirector);
  const { status, headers } = await visitor.visit(shortUrl.pathname);
  expect({ status, location: headers['location'] }).toEqual({
    status: 302,
    location: 'https://example.com/from-the-landing-page',
  });
  expect(troubles).toEqual([]);
});

test('WEB-1, C195: a URL that is none is explained beside the field', async ({ page }) => {
  await page.goto(endpoints.web);
  await page.getByLabel('Long URL').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Shorten' }).click();
  await expect(page.getByLabel('Long URL')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('body')).not.toContainText('[object Object]');
});

test('the whole way: sign up, create, follow, see the click, delete, bring back, delete', async ({
  page,
}) => {
  const troubles = watchTroubles(page);
  await signUp(page);
  const alias = fresh('e2e');

  await test.step('WEB-2: create in the dialog', async () => {
    await page.getByRole('button', { name: 'New link' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Destination').fill('https://example.com/journey');
    await dialog.getByLabel('Alias').fill(alias);
    await expect(dialog.getByText('This alias is free.')).toBeVisible();
    await dialog.getByLabel('Title').fill('<b>Journey</b>" onmouseover="x');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('link', { name: new RegExp(`Statistics of .*/${alias}`) })).toBeVisible();
    await expect(page.getByText('<b>Journey</b>" onmouseover="x').filter({ visible: true })).toBeVisible();
  });

  await test.step('follow it twice', async () => {
    for (let visit = 0; visit < 2; visit += 1) {
      const { status, headers } = await visitor.visit(`/${alias}`);
      expect({ status, location: headers['location'] }).toEqual({
        status: 302,
        location: 'https://example.com/journey',
      });
    }
  });

  await test.step('WEB-3: the clicks are on the page of the link within seconds, without a reload', async () => {
    await page.getByRole('link', { name: new RegExp(`Statistics of .*/${alias}`) }).click();
    await expect(page).toHaveURL(`${endpoints.web}/links/${alias}`);
    const total = page.getByText('Total clicks', { exact: true }).locator('xpath=following-sibling::dd[1]');
    await expect(total).toHaveText('2', { timeout: 15_000 });
  });

  await test.step('delete, undo, delete', async () => {
    await page.goto(`${endpoints.web}/links`);
    const remove = async () => {
      await page.getByRole('button', { name: new RegExp(`Actions for .*/${alias}`) }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByText('1 link deleted').first()).toBeVisible();
      await expect.poll(async () => (await visitor.visit(`/${alias}`)).status).toBe(404);
    };
    await remove();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(async () => (await visitor.visit(`/${alias}`)).status).toBe(302);
    await expect(page.getByRole('button', { name: new RegExp(`Actions for .*/${alias}`) })).toBeVisible();
    await remove();
    await expect(page.getByText('No links yet')).toBeVisible();
  });
  expect(troubles).toEqual([]);
});

test('RUN-5: the demo account signs in with its printed password and finds its links', async ({ page }) => {
  await signInByForm(page);
  await page.getByRole('searchbox').fill('marathon');
  await expect(page.getByRole('link', { name: /Statistics of .*\/marathon/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Statistics of .*\/autumn/ })).toBeHidden();
});

test('C220, RUN-5: after signing in nobody is sent to another site', async ({ page }) => {
  for (const next of ['//evil.example', 'javascript:alert(1)']) {
    await page.context().clearCookies();
    await signInByForm(page, next);
    expect(new URL(page.url()).origin).toBe(endpoints.web);
  }
});

test('WEB-1: a wrong password is said, and says nothing about the account', async ({ page }) => {
  for (const email of [demo.email, 'nobody@example.com']) {
    await page.goto(`${endpoints.web}/login`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('E-mail or password is wrong.')).toBeVisible();
  }
});

for (const path of ['/login', '/signup']) {
  test(`WEB-1: ${path} leads to GitHub, which the operator has set up, and does not offer Google`, async ({
    page,
  }) => {
    await page.route('https://github.com/**', (route) => route.fulfill({ body: 'GitHub' }));
    await page.goto(`${endpoints.web}${path}?next=/analytics`);
    await expect(page.getByRole('button', { name: /Google/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await page.waitForURL('https://github.com/**');
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('client_id')).toBe('e2e-client');
    expect(searchParams.get('redirect_uri')).toBe(`${endpoints.web}/api/auth/callback/github`);
  });
}

test('WEB-1: a refusal of GitHub is explained on the sign-in page', async ({ page }) => {
  await page.goto(`${endpoints.web}/login?error=account_not_linked`);
  await expect(page.getByText(/An account with this e-mail address exists here/)).toBeVisible();
});

test('pages of the dashboard send strangers to the sign-in and back again', async ({ page }) => {
  await page.goto(`${endpoints.web}/links/autumn`);
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('E-mail').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${endpoints.web}/links/autumn`, { timeout: 20_000 });
});
