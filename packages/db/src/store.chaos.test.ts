import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres, type Engine } from '@brevia/engines';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase } from './database.ts';
import { createCodeSource } from './ids/source.ts';
import { migrate } from './migrate/migrate.ts';

const KILLS = 4;

let dataDir: string;
let engine: Engine;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'brevia-chaos-'));
  engine = await startPostgres({ dataDir });
});
afterEach(async () => {
  await engine.kill();
  await rm(dataDir, { recursive: true, force: true });
});

it('PostgreSQL is killed again and again under creates: what was answered is there, nothing twice, ids never again (LINK-5)', async () => {
  const { url, port } = engine;
  await migrate(url);
  const db = createDatabase({ url, poolMax: 8 });
  const firsts: number[] = [];
  const claim = async () => {
    const block = await db.idBlocks.claim();
    firsts.push(block.first);
    // Small blocks, so that many are claimed among the kills.
    return { first: block.first, count: 50 };
  };
  const source = createCodeSource({ claim, key: 'k'.repeat(32), region: 'local' });
  const answered = new Map<string, string>();
  let refused = 0;
  let creating = true;
  const creators = Array.from({ length: 6 }, async (_, creator) => {
    for (let n = 0; creating; n++) {
      const longUrl = `https://example.com/${creator}/${n}`;
      try {
        const code = await source.next();
        const link = { domain: 'default', code, longUrl, workspaceId: 'w', creatorId: null, isCustom: false };
        const { outcome } = await db.links.insert(link);
        expect(outcome).toBe('created');
        answered.set(code, longUrl);
      } catch (error) {
        expect(error).toMatchObject({ code: 'unavailable' });
        refused++;
      }
    }
  });
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(700 + Math.random() * 600);
    await engine.kill();
    await sleep(Math.random() * 300);
    engine = await startPostgres({ dataDir, port });
  }
  await sleep(500);
  creating = false;
  await Promise.all(creators);

  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ code: string; long_url: string }>('SELECT code, long_url FROM links');
  const stored = new Map(rows.map((row) => [row.code, row.long_url]));
  const entries = await client.query<{ code: string }>("SELECT change->'link'->>'code' AS code FROM outbox");
  await client.end();
  await db.close();
  console.log(
    `${answered.size} creates answered, ${refused} refused, ${rows.length} rows, ${firsts.length} blocks`,
  );

  expect([...answered].filter(([code, longUrl]) => stored.get(code) !== longUrl)).toEqual([]);
  // A create that was refused may be there all the same (its answer got lost): at most that many more.
  expect(stored.size - answered.size).toBeLessThanOrEqual(refused);
  expect(new Set(stored.values()).size).toBe(stored.size);
  expect(entries.rows.map((row) => row.code).sort()).toEqual([...stored.keys()].sort());
  expect(new Set(firsts).size).toBe(firsts.length);
  expect(answered.size).toBeGreaterThan(100);
});
