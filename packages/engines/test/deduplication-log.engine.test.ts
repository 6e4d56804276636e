import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { expect, it, onTestFinished } from 'vitest';
import { startClickHouse, type Engine } from '../src/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

const settings = (token: string) => ({ insert_deduplication_token: token, async_insert: 0 as const });

async function session<T>(
  engine: Engine,
  use: (client: ReturnType<typeof createClient>) => Promise<T>,
): Promise<T> {
  const client = createClient({ url: engine.url });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const insert = (engine: Engine, n: number) =>
  session(engine, (client) =>
    client.insert({
      table: 't',
      values: [{ n }],
      format: 'JSONEachRow',
      clickhouse_settings: settings(`token-${n}`),
    }),
  );

const all = (engine: Engine) =>
  session(engine, async (client) => {
    const result = await client.query({ query: 'SELECT n FROM t ORDER BY n', format: 'JSONEachRow' });
    return (await result.json<{ n: number }>()).map(({ n }) => n);
  });

const partOf = (engine: Engine, n: number) =>
  session(engine, async (client) => {
    const result = await client.query({
      query: `SELECT _part AS name FROM t WHERE n = ${n}`,
      format: 'JSONEachRow',
    });
    return (await result.json<{ name: string }>())[0]?.name ?? '';
  });

async function start(dataDir: string): Promise<Engine> {
  const engine = await startClickHouse({ dataDir });
  onTestFinished(() => engine.kill());
  return engine;
}

/** The folder of the one table that has parts. */
function tableFolder(dataDir: string): string {
  const store = join(dataDir, 'data/store');
  const folders = readdirSync(store, { recursive: true, encoding: 'utf8' });
  const logs = folders.find((path) => path.endsWith('deduplication_logs'));
  return join(store, logs ?? '', '..');
}

it('CLICK-3: a retry after a crash between the record and the part is inserted, a true duplicate never', async () => {
  const dataDir = join(temporaryFolder(), 'clickhouse');
  const first = await start(dataDir);
  await session(first, (client) =>
    client.command({
      query: `CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n
              SETTINGS non_replicated_deduplication_window = 100, old_parts_lifetime = 1`,
    }),
  );
  for (const n of [1, 2, 3]) await insert(first, n);
  await insert(first, 3);
  await session(first, (client) => client.command({ query: 'OPTIMIZE TABLE t FINAL' })); // 1 to 3 become one part
  await insert(first, 4);
  await insert(first, 5);
  expect(await all(first)).toEqual([1, 2, 3, 4, 5]);
  const unborn = await partOf(first, 5);
  await first.kill();

  // What a server leaves that died before it gave the part of 5 its name, after it cleaned up the parts that it merged.
  for (const part of [unborn, 'all_1_1_0', 'all_2_2_0', 'all_3_3_0']) {
    rmSync(join(tableFolder(dataDir), part), { recursive: true, force: true });
  }

  const second = await start(dataDir);
  expect(await all(second)).toEqual([1, 2, 3, 4]);
  for (const n of [1, 2, 3, 4, 5, 5]) await insert(second, n);
  expect(await all(second)).toEqual([1, 2, 3, 4, 5]);
});
