import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { about, MANIFEST, type Archive } from './archive.ts';
import { parseName, sortNames } from './names.ts';

const DRAFT = '.partial';

/**
 * Backups as subfolders of one folder. A draft is written under another name, forced to disk and then renamed, so that after
 * a crash there is the whole backup or none. For its owner only: the files hold password hashes and second factors.
 */
export function createFolderArchive(folder: string): Archive {
  const inside = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw about(`The folder of backups ${folder}`, error);
    }
  };

  const names = async (): Promise<string[]> => (existsSync(folder) ? readdir(folder) : []);

  return {
    address: folder,
    list: () =>
      inside(async () => sortNames(await names()).filter((name) => existsSync(join(folder, name, MANIFEST)))),
    begin: (name) =>
      inside(async () => {
        const path = join(folder, name + DRAFT);
        await mkdir(path, { recursive: true, mode: 0o700 });
        return {
          write: (file, body, signal) =>
            inside(() =>
              pipeline(body, createWriteStream(join(path, file), { mode: 0o600, flush: true }), { signal }),
            ),
          publish: (manifest) =>
            inside(async () => {
              await writeFile(join(path, MANIFEST), manifest, { mode: 0o600, flush: true });
              await rename(path, join(folder, name));
              await syncFolder(folder);
            }),
          discard: () => inside(() => rm(path, { recursive: true, force: true })),
        };
      }),
    read: (name, file) =>
      inside(async () => (await open(join(folder, name, file))).createReadStream({ autoClose: true })),
    remove: (name) =>
      inside(async () => {
        // Renamed first: what is half removed must not pass for a backup.
        await rename(join(folder, name), join(folder, name + DRAFT));
        await rm(join(folder, name + DRAFT), { recursive: true, force: true });
      }),
    sweepDrafts: (before) =>
      inside(async () => {
        const drafts = (await names()).filter((name) => name.endsWith(DRAFT));
        const old = drafts.filter((name) => {
          const parsed = parseName(name.slice(0, -DRAFT.length));
          return parsed !== null && parsed.at < before;
        });
        for (const name of old) await rm(join(folder, name), { recursive: true, force: true });
        return old.length;
      }),
  };
}

/** A rename is on disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
