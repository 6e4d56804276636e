import { expect, type Page } from '@playwright/test';
import { runOps } from '../box/operator.ts';
import { sharedBox } from '../box/shared-box.ts';
import { endpoints, fresh, violationsOf } from './pages.ts';

const PASSWORD = 'correct horse battery staple';

let admin: string | null = null;

/** An admin for all tests of this process, made as an operator makes one. */
async function adminAddress(): Promise<string> {
  if (admin !== null) return admin;
  const email = `${fresh('admin-')}@example.com`;
  const account = ['--email', email, '--password', PASSWORD, '--name', 'Root'];
  await runOps(sharedBox().dataDir, ['user', 'create', ...account, '--admin']);
  return (admin = email);
}

/** Signs in as that admin, and lands on a page of the administration. */
export async function enterAsAdmin(page: Page, path: string): Promise<void> {
  await signIn(page, await adminAddress(), path);
  await expect(page.getByRole('heading', { name: 'Administration' })).toBeVisible({ timeout: 20_000 });
}

/** Fills in the form of `/login`. */
export async function signIn(page: Page, email: string, path = '/links'): Promise<void> {
  await page.goto(`${endpoints.web}/login?next=${path}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** An account made through the API of the dashboard, with a session of its own. */
export async function makeAccount(name: string): Promise<{ email: string; cookie: string }> {
  const email = `${fresh('person-')}@example.com`;
  const answer = await fetch(`${endpoints.web}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: endpoints.web },
    body: JSON.stringify({ name, email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`sign-up: ${answer.status} ${await answer.text()}`);
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
  return { email, cookie: cookie.join('; ') };
}

/** Nothing is loading, axe finds nothing, and nothing is wider than the screen. */
export async function isLookedAt(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 20_000 });
  expect(await violationsOf(page)).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
}
