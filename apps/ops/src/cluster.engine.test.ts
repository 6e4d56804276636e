import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClickHouse, migrateClickHouse } from '@brevia/clicks';
import { freePort, startClickHouse, type Engine } from '@brevia/engines';
import { createTestDatabase, startOnCluster, type OnCluster } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyClickStore } from './backup/testing/click-store.ts';
import { clicks } from './backup/testing/clicks-bench.ts';
import { runCommand } from './testing/run-command.ts';

// Two servers as two shards. ON CLUSTER, which the embedded engine refuses, is done by `startOnCluster`.
const CLUSTER = 'main';
const folder = mkdtempSync(join(tmpdir(), 'brevia-ops-cluster-'));
const servers: Engine[] = [];
const cleanUps: (() => Promise<void>)[] = [];
let onCluster: OnCluster;
let databaseUrl: string;

beforeAll(async () => {
  const ports = [await freePort(), await freePort()];
  const links = await createTestDatabase();
  databaseUrl = links.url;
  const start = (tcpPort: number, index: number) =>
    startClickHouse({
      dataDir: join(folder, `clickhouse-${index}`),
      memoryBytes: 2 ** 30,
      cluster: { name: CLUSTER, shardPorts: ports, tcpPort },
    });
  servers.push(...(await Promise.all(ports.map(start))));
  onCluster = await startOnCluster({ cluster: CLUSTER, servers: () => servers });
  cleanUps.push(() => links.drop(), ...servers.map((server) => () => server.kill()));
});
afterAll(async () => {
  onCluster?.close();
  for (const cleanUp of cleanUps) await cleanUp();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs one command on a ClickHouse. */
const ops = (args: string[], clickhouseUrl: string, cluster: string) =>
  runCommand(args, {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickhouseUrl,
    CLICKHOUSE_CLUSTER: cluster,
  });

async function withClient<T>(url: string, use: (client: ReturnType<typeof createClickHouse>) => Promise<T>) {
  const client = createClickHouse({ url, application: 'ops-test' });
  return use(client).finally(() => client.close());
}
const run = (url: string, query: string) => withClient(url, (client) => client.command({ query }));
const rows = <Row>(url: string, query: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query({ query, format: 'JSONEachRow' })).json<Row>());
const numberOf = async (url: string, query: string) =>
  Number((await rows<{ n: string }>(url, query))[0]?.n ?? 0);

describe('CLICKHOUSE_CLUSTER (issue 5, item 1)', () => {
  test('makes the replicated and sharded tables on every server of the cluster', async () => {
    const first = await ops(['migrate'], `${onCluster.url}/brevia`, CLUSTER);
    expect(first).toMatchObject({
      code: 0,
      printed: expect.stringContaining('applied 001_clicks') as string,
    });
    const [database, ...tables] = onCluster.statements;
    expect(database).toBe("CREATE DATABASE IF NOT EXISTS `brevia` ON CLUSTER 'main'");
    for (const table of [
      'clicks',
      'link_day',
      'owner_day',
      'owner_link_day',
      'link_quarter',
      'link_hour',
      'owner_hour',
    ]) {
      const statement = tables.find((sql) => sql.includes(`TABLE IF NOT EXISTS ${table}_local `));
      expect(statement, table).toMatch(/_local ON CLUSTER 'main'[\s\S]*ENGINE = Replicated\w*MergeTree/);
    }
    for (const { url } of servers) {
      expect(
        await rows(
          `${url}/brevia`,
          "SELECT engine FROM system.tables WHERE database = 'brevia' AND name = 'clicks'",
        ),
      ).toEqual([{ engine: 'Distributed' }]);
    }
    expect(await ops(['migrate'], `${onCluster.url}/brevia`, CLUSTER)).toEqual({
      code: 0,
      printed: 'Everything is up to date.',
    });
  });

  test('that was forgotten is asked for, and the tables stay as they are', async () => {
    const before = onCluster.statements.length;
    const { code, printed } = await ops(['migrate'], `${onCluster.url}/brevia`, '');
    expect(code).toBe(1);
    expect(printed).toContain('has the tables of a cluster: give CLICKHOUSE_CLUSTER=main');
    expect(onCluster.statements).toHaveLength(before);
  });

  test('of another cluster, or on the tables of a single server, is refused', async () => {
    const other = await ops(['migrate'], `${onCluster.url}/brevia`, 'other');
    expect(other).toEqual({
      code: 1,
      printed: 'ClickHouse knows no cluster other (CLICKHOUSE_CLUSTER), only: main.',
    });
    await migrateClickHouse(`${servers[0]?.url}/single`);
    const single = await ops(['migrate'], `${onCluster.url}/single`, CLUSTER);
    expect(single.code).toBe(1);
    expect(single.printed).toContain('has the tables of a single server, not of the cluster main');
  });

  test.each(["x' DROP", 'two words', 'a;b', 'é'])(
    'that is no plain word is refused by its name: %s',
    async (name) => {
      const before = onCluster.statements.length;
      for (const command of ['migrate', 'restore']) {
        const { code, printed } = await ops([command], `${onCluster.url}/brevia`, name);
        expect(code).toBe(1);
        if (command === 'migrate') expect(printed).toContain('CLICKHOUSE_CLUSTER: must be a plain word');
      }
      expect(onCluster.statements).toHaveLength(before);
    },
  );

  test('without the address of a server is refused by its name', async () => {
    const { code, printed } = await ops(['migrate'], '', CLUSTER);
    expect(code).toBe(1);
    expect(printed).toContain('CLICKHOUSE_CLUSTER: names a cluster, and CLICKHOUSE_URL is missing');
  });

  test('reaches the server itself, which says what it thinks of it', async () => {
    const { code, printed } = await ops(['migrate'], `${servers[0]?.url}/alone`, CLUSTER);
    expect(code).toBe(1);
    expect(printed).toMatch(/DDL queries are (disabled|prohibited)/);
  });

  test('restores the clicks of a single server into a cluster, each on its shard', async () => {
    const source = await emptyClickStore(true);
    await source.count(clicks(400), 's', 0);
    const days = `SELECT domain, code, day, kind, sum(clicks) AS n FROM link_day GROUP BY ALL ORDER BY ALL`;
    const expected = await source.rows(days);
    const place = join(folder, 'backups');
    const backup = await ops(['backup', '--only', 'clicks', '--to', place], source.url, '');
    expect(backup).toMatchObject({ code: 0 });
    await source.drop();
    for (const { url } of servers) await run(url, 'CREATE DATABASE restored');
    const restored = await ops(
      ['restore', '--only', 'clicks', '--from', place],
      `${onCluster.url}/restored`,
      CLUSTER,
    );
    expect(restored).toMatchObject({ code: 0, printed: expect.stringContaining('400 clicks') as string });
    const shards = await Promise.all(
      servers.map(({ url }) => numberOf(`${url}/restored`, 'SELECT count() AS n FROM clicks_local')),
    );
    expect(Math.min(...shards)).toBeGreaterThan(0);
    expect(shards.reduce((sum, n) => sum + n, 0)).toBe(400);
    for (const { url } of servers) expect(await rows(`${url}/restored`, days)).toEqual(expected);
  });
});
