import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinkCache, createRedis, type RedisClient } from '@brevia/cache';
import { createRedirectReader } from '@brevia/db/redirect';
import { migrate } from '@brevia/db';
import { engines, uniqueName } from '@brevia/engines/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderArchive } from '../archive/folder-archive.ts';
import { takeBackup } from '../take-backup.ts';
import { emptyLinkStore } from '../testing/link-store.ts';
import { backUpLinks } from './back-up-links.ts';
import { restoreLinks } from './restore-links.ts';

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'brevia-backup-caches-'));
const archive = createFolderArchive(folder);
let redis: RedisClient;
beforeAll(async () => {
  redis = createRedis(engines().redisUrl, { commandTimeoutMs: 5_000 });
  await new Promise((resolve) => redis.once('ready', resolve));
});
afterAll(() => {
  redis.disconnect();
  rmSync(folder, { recursive: true, force: true });
});

test('a restored link wins over whatever Redis holds of the time since the backup (RED-4)', async () => {
  const code = uniqueName('c').slice(-9);
  const key = { domain: 'default', code };
  const [before, after] = [await emptyLinkStore(), await emptyLinkStore()];
  try {
    await migrate(before.url);
    await before.database.links.insert({
      ...key,
      longUrl: 'https://example.com/backed-up',
      workspaceId: 'w',
      creatorId: null,
      isCustom: false,
    });
    const { name } = await takeBackup(archive, 'links', new Date(), signal, (draft, name) =>
      backUpLinks(draft, { databaseUrl: before.url, name, tool: '1', signal }),
    );
    // 200 edits later, all lost with the store but not with Redis.
    const cache = createLinkCache(redis);
    const reader = createRedirectReader({ url: before.url });
    const stored = await reader.find(key);
    await reader.close();
    if (stored === null) throw new Error('not inserted');
    await cache.put({ ...stored, longUrl: 'https://example.com/lost', version: stored.version + 200 });

    await restoreLinks(archive, name, { databaseUrl: after.url, now: new Date(), signal });
    const restored = createRedirectReader({ url: after.url });
    const found = await restored.find(key);
    await restored.close();
    if (found === null) throw new Error('not restored');
    expect(found.longUrl).toBe('https://example.com/backed-up');
    expect(await cache.put(found)).toBe(true);
    expect((await cache.get(key))?.link?.longUrl).toBe('https://example.com/backed-up');
  } finally {
    await before.drop();
    await after.drop();
  }
});
