import type { ClickHouseClient } from '@clickhouse/client';

/** @throws when the server has no such cluster in its configuration: says which it has. */
export async function checkKnown(client: ClickHouseClient, cluster: string): Promise<void> {
  const answer = await client.query({
    query: 'SELECT DISTINCT cluster FROM system.clusters ORDER BY cluster',
    format: 'JSONEachRow',
  });
  const names = (await answer.json<{ cluster: string }>()).map((row) => row.cluster);
  if (names.includes(cluster)) return;
  throw new Error(
    `ClickHouse knows no cluster ${cluster} (CLICKHOUSE_CLUSTER), only: ${names.join(', ') || 'none'}.`,
  );
}

/**
 * Refuses to go on with the tables of a single server as those of a cluster, or the other way round. `CREATE … IF NOT EXISTS`
 * would pass over the one and leave half of the other, of which nobody hears before clicks are missing.
 * @param cluster its name; missing: one server
 * @throws when the database has tables of the other variant, or of another cluster
 */
export async function checkVariant(client: ClickHouseClient, cluster: string | undefined): Promise<void> {
  const answer = await client.query({
    query: `SELECT name, extract(engine_full, '^Distributed\\\\(\\'([^\\']+)') AS cluster FROM system.tables
      WHERE database = currentDatabase() AND name IN ('clicks', 'clicks_local')`,
    format: 'JSONEachRow',
  });
  const tables = await answer.json<{ name: string; cluster: string }>();
  const clicks = tables.find(({ name }) => name === 'clicks');
  if (cluster === undefined) {
    if (clicks?.cluster === '' || tables.length === 0) return;
    const named = clicks?.cluster ? `CLICKHOUSE_CLUSTER=${clicks.cluster}` : 'its name as CLICKHOUSE_CLUSTER';
    throw new Error(`This ClickHouse database has the tables of a cluster: give ${named}.`);
  }
  if (clicks === undefined || clicks.cluster === cluster) return;
  throw new Error(
    clicks.cluster === ''
      ? `This ClickHouse database has the tables of a single server, not of the cluster ${cluster} (CLICKHOUSE_CLUSTER): name an empty database in CLICKHOUSE_URL and restore a backup into it.`
      : `This ClickHouse database has the tables of the cluster ${clicks.cluster}, not of ${cluster} (CLICKHOUSE_CLUSTER).`,
  );
}
