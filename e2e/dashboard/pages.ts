import AxeBuilder from '@axe-core/playwright';
import { expect, type Cookie, type Page } from '@playwright/test';
import { sharedBox } from '../box/shared-box.ts';

export const { endpoints, demo } = sharedBox();

/** A name that no other test has, also none of those that run at the same time: `stem` and 8 letters or digits. */
export const fresh = (stem: string) => `${stem}${Math.random().toString(36).slice(2, 10).padEnd(8, '0')}`;

/** Makes an account that nobody else uses and lands on its empty list of links. */
export async function signUp(page: Page): Promise<{ email: string; password: string }> {
  const email = `${fresh('user-')}@example.com`;
  const password = 'correct horse battery staple';
  await page.goto(`${endpoints.web}/signup`);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('No links yet')).toBeVisible({ timeout: 20_000 });
  return { email, password };
}

/** Signs in as the demo account by the form. @param next where to go */
export async function signInByForm(page: Page, next = '/links'): Promise<void> {
  await page.goto(`${endpoints.web}/login?next=${encodeURIComponent(next)}`);
  await page.getByLabel('E-mail').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'), { timeout: 20_000 });
}

let demoCookies: Cookie[] | null = null;

/** Opens the links of the demo account. One session serves all tests. */
export async function enterDemo(page: Page): Promise<void> {
  if (demoCookies === null) {
    await signInByForm(page);
    demoCookies = await page.context().cookies();
    return;
  }
  await page.context().addCookies(demoCookies);
  await page.goto(`${endpoints.web}/links`);
}

/** Collects what must not happen on a page: errors on the console, and requests to other hosts. */
export function watchTroubles(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.hostname !== '127.0.0.1') troubles.push(`request: ${url.href}`);
  });
  return troubles;
}

/** What axe finds wrong with a page as it is. */
export async function violationsOf(page: Page): Promise<string[]> {
  // What fades in is judged when it is there.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  );
  // In the page itself: frames of other origins, which would need a second page for each look, are not there.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
