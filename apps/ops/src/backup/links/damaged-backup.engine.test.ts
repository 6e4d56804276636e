import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createFolderArchive } from '../archive/folder-archive.ts';
import { openLinksBench, tablesOf } from '../testing/links-bench.ts';

const LINKS = 2_000;
const bench = await openLinksBench(LINKS);
const { folder, archive, source, manifest, empty, backUp, restore } = bench;
afterAll(() => bench.close());

describe('a backup that is damaged or not ours', () => {
  let copies = 0;
  const damaged = async (damage: (path: string) => Promise<void>) => {
    const copy = await backUp(source.url, new Date(1_000_000 + copies++));
    await damage(join(folder, copy.name));
    return copy.name;
  };
  const manifestWith = (change: object) => async (path: string) => {
    const file = join(path, 'manifest.json');
    await writeFile(
      file,
      JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), ...change }),
    );
  };

  test.each<[string, (path: string) => Promise<void>, RegExp]>([
    ['a missing table', (path) => rm(join(path, 'aliases.ndjson.gz')), /aliases\.ndjson\.gz/],
    [
      'a gzip that ends too early',
      async (path) => {
        const file = join(path, 'links.ndjson.gz');
        await writeFile(file, (await readFile(file)).subarray(0, -2_000));
      },
      /links.ndjson.gz of the backup.*unexpected end/,
    ],
    [
      'a gzip with a wrong byte',
      async (path) => {
        const file = join(path, 'links.ndjson.gz');
        const bytes = await readFile(file);
        bytes[bytes.length >> 1]! ^= 0xff;
        await writeFile(file, bytes);
      },
      /links.ndjson.gz of the backup/,
    ],
    [
      'a changed row',
      async (path) => {
        const file = join(path, 'links.ndjson.gz');
        const text = gunzipSync(await readFile(file))
          .toString()
          .replace('example.com/?n=77"', 'evil.example/"');
        await writeFile(file, gzipSync(text));
      },
      /links.ndjson.gz.*checksum/,
    ],
    [
      'a row too few',
      async (path) => {
        const file = join(path, 'links.ndjson.gz');
        await writeFile(
          file,
          gzipSync(
            gunzipSync(await readFile(file))
              .toString()
              .split('\n')
              .slice(1)
              .join('\n'),
          ),
        );
      },
      /1999 rows instead of 2000/,
    ],
    [
      'a manifest that is no JSON',
      (path) => writeFile(join(path, 'manifest.json'), '{"for'),
      /manifest.json of/,
    ],
    ['a manifest without tables', manifestWith({ tables: undefined }), /manifest.json.*damaged: tables/],
    ['a newer format', manifestWith({ format: 2 }), /newer version of Brevia \(format 2\)/],
    [
      'a newer schema',
      manifestWith({ migrations: [{ name: '9999_future.sql', checksum: '' }] }),
      /newer version of Brevia: it has the migration 9999_future.sql/,
    ],
    [
      'another schema',
      manifestWith({ migrations: [{ name: '0001_accounts.sql', checksum: 'x' }] }),
      /another migration 0001_accounts.sql/,
    ],
  ])('%s is refused before anything is written', async (_what, damage, message) => {
    const store = await empty();
    const name = await damaged(damage);
    await expect(restore(store, name)).rejects.toThrow(message);
    expect(await tablesOf(store)).toEqual([]);
  });

  test('one without a manifest is no backup', async () => {
    const name = await damaged((path) => rm(join(path, 'manifest.json')));
    expect(await archive.list()).not.toContain(name);
  });

  test('a folder that can’t be written is named', async () => {
    const inFile = join(folder, manifest.name, 'manifest.json', 'backups');
    await expect(createFolderArchive(inFile).begin(manifest.name)).rejects.toThrow(inFile);
  });
});
