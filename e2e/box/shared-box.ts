import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBox, temporaryDataDir, type Demo, type Endpoints } from './box.ts';

const VARIABLE = 'BREVIA_E2E_BOX';

/** One of the two ways to sign in with an account elsewhere: the tests see both what is set up and what is not. */
const WITH_GITHUB = { GITHUB_CLIENT_ID: 'e2e-client', GITHUB_CLIENT_SECRET: 'e2e-secret' };

/** The tests sign in more often than people do, all from one address. */
const WITHOUT_LIMIT = { LIMIT_SIGN_IN: '10000' };

/** The box that the tests share which leave it as it is: `npm start -- --demo`. */
export interface SharedBox {
  dataDir: string;
  endpoints: Endpoints;
  demo: Demo;
  tookMs: number;
}

/** Playwright's global set-up: starts the shared box, and ends it after all tests. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = temporaryDataDir();
  const box = await startBox({
    dataDir: folder.path,
    args: ['--demo'],
    env: { ...WITH_GITHUB, ...WITHOUT_LIMIT },
  });
  const demo = JSON.parse(readFileSync(join(folder.path, 'demo.json'), 'utf8')) as Demo;
  const shared: SharedBox = { dataDir: folder.path, endpoints: box.endpoints, demo, tookMs: box.tookMs };
  process.env[VARIABLE] = JSON.stringify(shared);
  return async () => {
    await box.interrupt();
    folder.remove();
  };
}

export function sharedBox(): SharedBox {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('The global set-up has not run.');
  return JSON.parse(text) as SharedBox;
}
