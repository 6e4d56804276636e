import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { createFolderArchive } from '../archive/folder-archive.ts';
import { backUpLinks } from '../links/back-up-links.ts';
import { restoreLinks } from '../links/restore-links.ts';
import type { LinksManifest } from '../manifest.ts';
import { takeBackup } from '../take-backup.ts';
import { emptyLinkStore, filledLinkStore, type TestLinkStore } from './link-store.ts';

const { signal } = new AbortController();

export interface LinksBench {
  readonly folder: string;
  readonly archive: Archive;
  /** Rows in every table, and that many links. */
  readonly source: TestLinkStore;
  readonly manifest: LinksManifest;
  readonly empty: () => Promise<TestLinkStore>;
  readonly backUp: (url: string, at?: Date) => Promise<LinksManifest>;
  readonly restore: (store: TestLinkStore, name?: string, now?: Date) => ReturnType<typeof restoreLinks>;
  readonly close: () => Promise<void>;
}

/** A filled link store with a backup of it, and stores to restore into. */
export async function openLinksBench(links: number): Promise<LinksBench> {
  const folder = mkdtempSync(join(tmpdir(), 'brevia-backup-links-'));
  const archive = createFolderArchive(folder);
  const source = await filledLinkStore(links);
  const opened = [source];
  const backUp = (url: string, at = new Date()) =>
    takeBackup(archive, 'links', at, signal, (draft, name) =>
      backUpLinks(draft, { databaseUrl: url, name, tool: '1.2.3', signal }),
    );
  const manifest = await backUp(source.url);
  return {
    folder,
    archive,
    source,
    manifest,
    empty: async () => {
      const store = await emptyLinkStore();
      opened.push(store);
      return store;
    },
    backUp,
    restore: (store, name = manifest.name, now = new Date()) =>
      restoreLinks(archive, name, { databaseUrl: store.url, now, signal }),
    close: async () => {
      for (const store of opened) await store.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function tablesOf(store: TestLinkStore): Promise<string[]> {
  const { rows } = await store.sql.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
  );
  return rows.map(({ name }) => name);
}
