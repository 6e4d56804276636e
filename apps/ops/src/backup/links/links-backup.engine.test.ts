import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { migrate } from '@brevia/db';
import { afterAll, describe, expect, test } from 'vitest';
import { takeBackup } from '../take-backup.ts';
import { rowsOf } from '../testing/link-store.ts';
import { openLinksBench, tablesOf } from '../testing/links-bench.ts';
import { backUpLinks } from './back-up-links.ts';
import { restoreLinks } from './restore-links.ts';
import { KEPT, LEFT_OUT } from './tables.ts';

const LINKS = 10_000;
const HOUR = 3_600_000;
const isLinux = process.platform === 'linux';
const { signal } = new AbortController();
const bench = await openLinksBench(LINKS);
const { folder, archive, source, manifest, empty, backUp, restore } = bench;
afterAll(() => bench.close());

describe('a backup of the link store (RUN-3)', () => {
  test('decides for every table of the schema whether it is kept', async () => {
    const decided = [...KEPT.map(({ name }) => name), ...Object.keys(LEFT_OUT)];
    expect((await tablesOf(source)).sort()).toEqual(decided.sort());
  });

  test('is a file a table and a manifest with counts, for its owner only', async () => {
    const files = await readdir(join(folder, manifest.name));
    expect(files.sort()).toEqual([...KEPT.map(({ name }) => `${name}.ndjson.gz`), 'manifest.json'].sort());
    expect(manifest.tables.find(({ table }) => table === 'links')?.rows).toBe(LINKS);
    for (const file of files) expect((await stat(join(folder, manifest.name, file))).mode & 0o077).toBe(0);
    expect((await stat(join(folder, manifest.name))).mode & 0o077).toBe(0);
  });

  test('holds no session', async () => {
    for (const file of await readdir(join(folder, manifest.name))) {
      const bytes = await readFile(join(folder, manifest.name, file));
      expect((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).includes('secret-session')).toBe(false);
    }
  });

  test('is of one moment, though links are made and deleted meanwhile', async () => {
    let written = false;
    const changing = takeBackup(archive, 'links', new Date(0), signal, (draft, name) =>
      backUpLinks(
        {
          ...draft,
          write: async (file, body, signal) => {
            if (!written) await source.sql.query(`INSERT INTO reserved_words (word) VALUES ('later')`);
            written = true;
            return draft.write(file, body, signal);
          },
        },
        { databaseUrl: source.url, name, tool: '1', signal },
      ),
    );
    const { tables, name } = await changing;
    await source.sql.query(`DELETE FROM reserved_words WHERE word = 'later'`);
    await archive.remove(name);
    expect(tables).toEqual(manifest.tables);
  });

  test('leaves nothing when it fails, is cut short, or finds no tables', async () => {
    const before = await readdir(folder);
    const controller = new AbortController();
    const interrupted = takeBackup(archive, 'links', new Date(1), controller.signal, (draft, name) =>
      backUpLinks(
        {
          ...draft,
          write: (file, body, signal) => {
            if (file.startsWith('links')) controller.abort();
            return draft.write(file, body, signal);
          },
        },
        { databaseUrl: source.url, name, tool: '1', signal: controller.signal },
      ),
    );
    await expect(interrupted).rejects.toThrow(/Interrupted/);
    await expect(backUp((await empty()).url, new Date(2))).rejects.toThrow(/ops -- migrate/);
    await expect(backUp('postgres://nobody:x@127.0.0.1:1/x', new Date(3))).rejects.toThrow(/DATABASE_URL/);
    expect(await readdir(folder)).toEqual(before);
  });
});

test('a full disk ends a backup with its reason, and leaves nothing (RUN-3)', async () => {
  const before = await readdir(folder);
  const full = takeBackup(archive, 'links', new Date(5), signal, (draft, name) =>
    backUpLinks(
      {
        ...draft,
        write: async (file, body, abort) => {
          const path = join(folder, `${name}.partial`, file);
          // Linux has a device that is always full; elsewhere the file can't be written for another reason.
          if (file.startsWith('links')) await (isLinux ? symlink('/dev/full', path) : mkdir(path));
          return draft.write(file, body, abort);
        },
      },
      { databaseUrl: source.url, name, tool: '1', signal },
    ),
  );
  await expect(full).rejects.toThrow(`The folder of backups ${folder}: ${isLinux ? 'ENOSPC' : 'EISDIR'}`);
  expect(await readdir(folder)).toEqual(before);
});

describe('a restore of the link store (RUN-3)', () => {
  test('brings every table back, byte for byte', async () => {
    const store = await empty();
    const restored = await restore(store);
    expect(restored.map(({ table, rows }) => [table, rows])).toEqual(
      manifest.tables.map(({ table, rows }) => [table, rows]),
    );
    for (const { name } of KEPT.filter((table) => table.name !== 'id_blocks'))
      expect(await rowsOf(store, name)).toEqual(await rowsOf(source, name));
    // It is a store like any other: nothing is left to migrate, and it can be backed up.
    expect(await migrate(store.url)).toEqual({ applied: [] });
  });

  test('takes a store on which a box was started before, and gives no number back that was claimed there', async () => {
    const store = await empty();
    await migrate(store.url);
    await store.sql.query(`UPDATE id_blocks SET next = 700000000 WHERE region = 'local'`);
    await restore(store);
    expect((await store.database.idBlocks.claim()).first).toBeGreaterThanOrEqual(700_000_000);
  });

  test('never lets a number be given out twice, whatever was claimed since the backup (LINK-3, C257)', async () => {
    const old = await backUp(source.url, new Date(Date.now() - 1));
    // A day of the whole world's links: 120 million numbers in one region.
    await source.sql.query(`UPDATE id_blocks SET next = next + 120000000 WHERE region = 'local'`);
    const { first: last, count } = await source.database.idBlocks.claim();
    const store = await empty();
    await restore(store, old.name, new Date(Date.now() + 24 * HOUR));
    expect((await store.database.idBlocks.claim()).first).toBeGreaterThanOrEqual(last + count);
    const { rows } = await store.sql.query<{ ok: boolean }>(
      `SELECT bool_and(next <= max) AS ok FROM id_blocks`,
    );
    expect(rows[0]?.ok).toBe(true);
  });

  test('refuses a store that is not empty, and changes nothing', async () => {
    const store = await empty();
    await migrate(store.url);
    await store.sql.query(`INSERT INTO reserved_words (word) VALUES ('mine')`);
    await expect(restore(store)).rejects.toThrow(/not empty: the table reserved_words.*DATABASE_URL/);
    expect(await rowsOf(store, 'links')).toEqual([]);
  });

  test('that was cut short leaves a store on which no app starts, and which no second restore takes', async () => {
    const store = await empty();
    const controller = new AbortController();
    const cut = {
      ...archive,
      read: (name: string, file: string) => {
        // Each file is read twice: to be checked, and to be written.
        if (seen.has(file) && file.startsWith('aliases')) controller.abort();
        seen.add(file);
        return archive.read(name, file);
      },
    };
    const seen = new Set<string>();
    await expect(
      restoreLinks(cut, manifest.name, {
        databaseUrl: store.url,
        now: new Date(),
        signal: controller.signal,
      }),
    ).rejects.toThrow();
    await expect(migrate(store.url)).rejects.toThrow(/unfinished-restore/);
    await expect(restore(store)).rejects.toThrow(/not finished/);
  });

  test('of a backup by an older version brings the schema to that, loads, and then converts', async () => {
    const older = await backUp(source.url, new Date(4));
    const path = join(folder, older.name, 'manifest.json');
    const last = older.migrations.at(-1)?.name;
    await writeFile(path, JSON.stringify({ ...older, migrations: older.migrations.slice(0, -1) }));
    const store = await empty();
    await restore(store, older.name);
    expect(await rowsOf(store, 'links')).toHaveLength(LINKS);
    const { rows } = await store.sql.query<{ name: string }>(
      `SELECT name FROM schema_migrations ORDER BY name`,
    );
    expect(rows.at(-1)?.name).toBe(last);
    await store.sql.query('DELETE FROM links');
  });
});
