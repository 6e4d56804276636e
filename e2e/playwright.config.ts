import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** Debian's own browser where it is there (Playwright's download has no place on a closed network), else Playwright's. */
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
const launchOptions = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
};

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './box/shared-box.ts',
  // Half of the time a test waits for its browser, and the browser for the shared box. Files that run at the same time
  // share nothing but that box; the boxes of `life` are their own.
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  // What is seen at once on a machine of one's own may take some seconds on a busy one.
  expect: { timeout: 10_000 },
  use: { launchOptions, locale: 'en-GB', screenshot: 'only-on-failure', trace: 'retain-on-failure' },
  projects: [
    { name: 'http', testDir: './http' },
    { name: 'desktop', testDir: './dashboard', use: devices['Desktop Chrome'] },
    { name: 'phone', testDir: './dashboard', use: devices['Pixel 7'] },
    { name: 'life', testDir: './life' },
  ],
});
