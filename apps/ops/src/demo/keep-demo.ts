import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueApiKey, SCOPES } from '@brevia/api';
import { createCodeSource, createDatabase, type Database } from '@brevia/db';
import { z } from 'zod';
import { createPeople, randomPassword } from '../people.ts';
import { seedClicks } from './seed-clicks.ts';
import { seedLinks } from './seed-links.ts';

const EMAIL = 'demo@brevia.localhost';

const schema = z.object({ email: z.literal(EMAIL), password: z.string(), api_key: z.string() });

/** What `demo.json` says (RUN-5). */
export type DemoAccount = z.infer<typeof schema>;

/** Where the demo goes. */
export interface DemoPlace {
  databaseUrl: string;
  clickhouseUrl: string;
  /** Folder of `demo.json`. */
  dataDir: string;
  codeKey: string;
  region: string;
}

/**
 * The demo account with its 200 links and 90 days of clicks; one that is there already is kept as it is. Every part is
 * made only where it is missing and the file is written last, so that a start that was cut short is mended by the next.
 */
export async function keepDemo(place: DemoPlace): Promise<DemoAccount> {
  const { databaseUrl: url, region } = place;
  const database = createDatabase({ url, poolMax: 4, applicationName: 'brevia-demo', region });
  const path = join(place.dataDir, 'demo.json');
  try {
    const user = await database.users.findByEmail(EMAIL);
    const known = user === null ? null : readDemo(path);
    if (known !== null) return known;

    const people = createPeople(database);
    const password = randomPassword();
    const userId = user?.id ?? (await people.create({ email: EMAIL, name: 'Demo', password, admin: false }));
    if (user !== null) await people.setPassword(userId, password);
    const workspaceId = await workspaceOf(database, userId);
    const { secret } = await issueApiKey(database.apiKeys, {
      userId,
      workspaceId,
      name: 'demo',
      scopes: SCOPES,
      expiresAt: null,
    });
    const codes = createCodeSource({ claim: () => database.idBlocks.claim(), key: place.codeKey, region });
    const links = await seedLinks(database.links, codes, { userId, workspaceId }, Date.now());
    await seedClicks(place.clickhouseUrl, links, region, Date.now());
    const demo = { email: EMAIL, password, api_key: secret } as const;
    writeFileSync(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return demo;
  } finally {
    await database.close();
  }
}

async function workspaceOf(database: Database, userId: string): Promise<string> {
  const [workspace] = await database.workspaces.listOf(userId);
  if (workspace === undefined) throw new Error('The demo account has no workspace.');
  return workspace.id;
}

function readDemo(path: string): DemoAccount | null {
  if (!existsSync(path)) return null;
  return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
}
