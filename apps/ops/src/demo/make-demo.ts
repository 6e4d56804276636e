import { issueApiKey, SCOPES } from '@brevia/api';
import { createCodeSource, type Database } from '@brevia/db';
import { createPeople, randomPassword } from '../people.ts';
import type { DemoPlace } from './keep-demo.ts';
import { seedClicks } from './seed-clicks.ts';
import { seedLinks } from './seed-links.ts';

/**
 * Makes what is missing of the demo: the account, or a new password for it, an API key, links, clicks.
 * @returns how to get in
 */
export async function makeDemo(
  database: Database,
  email: string,
  { clickhouseUrl, codeKey, region }: DemoPlace,
): Promise<{ password: string; api_key: string }> {
  const people = createPeople(database);
  const password = randomPassword();
  const user = await database.users.findByEmail(email);
  const userId = user?.id ?? (await people.create({ email, name: 'Demo', password, admin: false }));
  if (user !== null) await people.setPassword(userId, password);
  const workspaceId = await workspaceOf(database, userId);
  const { secret } = await issueApiKey(database.apiKeys, {
    userId,
    workspaceId,
    name: 'demo',
    scopes: SCOPES,
    expiresAt: null,
  });
  const codes = createCodeSource({ claim: () => database.idBlocks.claim(), key: codeKey, region });
  const links = await seedLinks(database.links, codes, { userId, workspaceId }, Date.now());
  await seedClicks(clickhouseUrl, links, region, Date.now());
  return { password, api_key: secret };
}

async function workspaceOf(database: Database, userId: string): Promise<string> {
  const [workspace] = await database.workspaces.listOf(userId);
  if (workspace === undefined) throw new Error('The demo account has no workspace.');
  return workspace.id;
}
