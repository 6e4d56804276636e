import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Bounds for one box. */
export interface ClickHouseBounds {
  /** Memory of the whole server, bytes. */
  memoryBytes: number;
  /** Threads of one query. */
  threads: number;
}

/** A server's place among others on this machine, each of which holds a shard of one cluster. */
export interface ClickHouseCluster {
  /** What `Distributed` tables call it. */
  name: string;
  /** Where the servers talk to each other: a TCP port for each shard. */
  shardPorts: readonly number[];
  /** This server's own one. */
  tcpPort: number;
}

/**
 * Writes the server's and the users' configuration files and gives the path of the first.
 * Users can come from a file only. By default a query gets a thread for each free GiB, so that in 2 GiB it had one. `async_insert` must be off: it is on by default in 26.7, and synchronous here anyway.
 */
export function writeConfiguration(
  folder: string,
  bounds: ClickHouseBounds,
  cluster?: ClickHouseCluster,
): string {
  mkdirSync(folder, { recursive: true });
  const users = join(folder, 'users.xml');
  const server = join(folder, 'config.xml');
  writeFileSync(users, usersXml(bounds));
  writeFileSync(server, serverXml(bounds, users, cluster));
  return server;
}

const serverXml = (
  { memoryBytes }: ClickHouseBounds,
  users: string,
  cluster?: ClickHouseCluster,
) => `<clickhouse>
  <log-level>error</log-level>
  <logger><console>1</console><async>false</async></logger>
  <users_config>${escapeXml(users)}</users_config>
  <max_server_memory_usage>${memoryBytes}</max_server_memory_usage>
  <keep_alive_timeout>3</keep_alive_timeout>
  <max_concurrent_queries>100</max_concurrent_queries>
  <max_thread_pool_size>1000</max_thread_pool_size>
  <mark_cache_size>${Math.floor(memoryBytes / 16)}</mark_cache_size>
  <background_schedule_pool_size>4</background_schedule_pool_size>${cluster ? clusterXml(cluster) : ''}
</clickhouse>
`;

const clusterXml = ({ name, shardPorts }: ClickHouseCluster) => `
  <remote_servers>
    <${name}>${shardPorts.map(shardXml).join('')}
    </${name}>
  </remote_servers>`;

const shardXml = (port: number) => `
      <shard>
        <internal_replication>true</internal_replication>
        <replica><host>127.0.0.1</host><port>${port}</port></replica>
      </shard>`;

const usersXml = ({ memoryBytes, threads }: ClickHouseBounds) => `<clickhouse>
  <profiles>
    <default>
      <async_insert>0</async_insert>
      <max_threads>${threads}</max_threads>
      <max_insert_threads>1</max_insert_threads>
      <max_threads_min_free_memory_per_thread>0</max_threads_min_free_memory_per_thread>
      <max_memory_usage>${Math.floor(memoryBytes / 2)}</max_memory_usage>
    </default>
  </profiles>
  <users>
    <default>
      <password></password>
      <networks><ip>127.0.0.1</ip><ip>::1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <access_management>1</access_management>
    </default>
  </users>
  <quotas><default></default></quotas>
</clickhouse>
`;

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
