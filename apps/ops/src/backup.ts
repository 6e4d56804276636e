import { z } from 'zod';
import type { Archive } from './backup/archive/archive.ts';
import { KINDS, type Kind } from './backup/archive/names.ts';
import { exportClicks } from './backup/clicks/export-clicks.ts';
import { backUpLinks } from './backup/links/back-up-links.ts';
import { openPlace } from './backup/open-place.ts';
import { removeExpired } from './backup/retention.ts';
import { takeBackup } from './backup/take-backup.ts';
import { toolVersion } from './backup/tool-version.ts';
import { readOptions } from './options.ts';
import type { Run } from './run.ts';
import type { Stores } from './stores.ts';

const schema = z.object({ to: z.string().min(1).optional(), only: z.enum(KINDS).optional() });

/**
 * `backup`: writes the link store, and the clicks, to a folder or S3-compatible storage, then removes backups past their time.
 * @throws Error when one could not be written; then nothing of it is left, and none was removed for it
 */
export async function backUp(
  args: string[],
  stores: Stores,
  print: (line: string) => void,
  run: Run,
): Promise<void> {
  const text = { type: 'string' } as const;
  const { to, only } = readOptions(args, { to: text, only: text }, schema);
  const { archive, settings } = await openPlace(to, run);
  const days = { links: settings.BACKUP_KEEP_LINKS_DAYS, clicks: settings.BACKUP_KEEP_CLICKS_DAYS };
  for (const kind of only === undefined ? KINDS : [only]) {
    print(await take(kind, archive, stores, run.signal));
    for (const name of await removeExpired(archive, kind, days[kind], new Date()))
      print(`Removed ${name}, which is older than ${days[kind]} days.`);
  }
}

async function take(kind: Kind, archive: Archive, stores: Stores, signal: AbortSignal): Promise<string> {
  const now = new Date();
  const tool = toolVersion();
  if (kind === 'links') {
    const databaseUrl = await stores.databaseUrl();
    const { name, tables } = await takeBackup(archive, kind, now, signal, (draft, name) =>
      backUpLinks(draft, { databaseUrl, name, tool, signal }),
    );
    const links = tables.find(({ table }) => table === 'links')?.rows ?? 0;
    return `${name}: ${links} links, ${tables.length} tables, in ${archive.address}`;
  }
  const clickhouseUrl = await stores.clickhouseUrl();
  const { name, files } = await takeBackup(archive, kind, now, signal, (draft, name) =>
    exportClicks(draft, { clickhouseUrl, name, tool, now, signal }),
  );
  const raw = files.filter(({ table }) => table === 'clicks');
  const clicks = raw.reduce((sum, { rows }) => sum + rows, 0);
  return `${name}: ${clicks} clicks of ${raw.length} months, in ${archive.address}`;
}
