import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickEvent } from '@brevia/core';
import type { Archive } from '../archive/archive.ts';
import { createFolderArchive } from '../archive/folder-archive.ts';
import { exportClicks } from '../clicks/export-clicks.ts';
import { restoreClicks } from '../clicks/restore-clicks.ts';
import type { ClicksManifest } from '../manifest.ts';
import { takeBackup } from '../take-backup.ts';
import { emptyClickStore, type TestClickStore } from './click-store.ts';

export const NOW = new Date('2026-12-01T12:00:00Z');
const { signal } = new AbortController();
let serial = 0;

/** A click unlike the others: links, owners, countries, visitors and minutes vary. */
export const aClick = (fields: Partial<ClickEvent> = {}): ClickEvent => ({
  id: `c-${serial++}`,
  domain: 'default',
  code: `k${serial % 7}`,
  owner: serial % 3 === 0 ? '' : 'w-é',
  ts: Date.UTC(2026, 10, 20) + serial * 61_007,
  country: ['FR', 'JP', ''][serial % 3] ?? '',
  referrer: 'www.example.org',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  language: 'fr-FR',
  visitor: String(1 + (serial % 50)),
  region: 'local',
  ...fields,
});
export const clicks = (count: number, fields: Partial<ClickEvent> = {}): ClickEvent[] =>
  Array.from({ length: count }, () => aClick(fields));

export interface ClicksBench {
  readonly folder: string;
  readonly archive: Archive;
  /** A ClickHouse database of its own. */
  readonly store: (migrated?: boolean) => Promise<TestClickStore>;
  readonly nextTime: () => Date;
  readonly backUp: (source: { readonly url: string }) => Promise<ClicksManifest>;
  readonly restore: (target: TestClickStore, name: string) => ReturnType<typeof restoreClicks>;
  readonly close: () => Promise<void>;
}

/** A folder of backups and databases to back up and to restore into. */
export function openClicksBench(): ClicksBench {
  const folder = mkdtempSync(join(tmpdir(), 'brevia-backup-clicks-'));
  const archive = createFolderArchive(folder);
  const opened: TestClickStore[] = [];
  let taken = 0;
  const nextTime = () => new Date(NOW.getTime() + taken++);
  return {
    folder,
    archive,
    store: async (migrated = false) => {
      const one = await emptyClickStore(migrated);
      opened.push(one);
      return one;
    },
    nextTime,
    backUp: ({ url }) =>
      takeBackup(archive, 'clicks', nextTime(), signal, (draft, name) =>
        exportClicks(draft, { clickhouseUrl: url, name, tool: '1', now: NOW, signal }),
      ),
    restore: ({ url }, name) => restoreClicks(archive, name, { clickhouseUrl: url, signal }),
    close: async () => {
      for (const one of opened) await one.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
