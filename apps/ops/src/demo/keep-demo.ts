import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Region } from '@brevia/core';
import { createDatabase } from '@brevia/db';
import { z } from 'zod';

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
  region: Region;
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

    // Loaded only now: it costs a second of every start, and is needed at the first.
    const { makeDemo } = await import('./make-demo.ts');
    const demo = { email: EMAIL, ...(await makeDemo(database, EMAIL, place)) } as const;
    writeFileSync(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return demo;
  } finally {
    await database.close();
  }
}

function readDemo(path: string): DemoAccount | null {
  if (!existsSync(path)) return null;
  return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
}
