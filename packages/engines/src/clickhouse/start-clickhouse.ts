import { join, resolve } from 'node:path';
import { EngineError, type Engine, type StartOptions } from '../engine.ts';
import { packageRoot, resolveDependency } from '../package-root.ts';
import { unsupportedPlatform } from '../platform.ts';
import { startServer } from '../process/start-server.ts';
import { writeConfiguration, type ClickHouseCluster } from './configuration.ts';
import { dropOrphanedRecords } from './deduplication-log.ts';
import { clickHouseLibrary } from './library.ts';

/** Options of startClickHouse. */
export interface ClickHouseOptions extends StartOptions {
  /** The server's time zone, IANA name; default UTC. Results should not depend on it: tests choose another. */
  timezone?: string;
  /** Bound of the server's memory, bytes; default 2 GiB. */
  memoryBytes?: number;
  /** Threads of one query; default 2. */
  threads?: number;
  /** Makes it one of several servers; it then listens on a TCP port too. */
  cluster?: ClickHouseCluster;
}

/** Starts the ClickHouse engine of npm's chdb as an HTTP server on 127.0.0.1, user `default` without password. */
export async function startClickHouse(options: ClickHouseOptions): Promise<Engine> {
  const refusal = unsupportedPlatform();
  if (refusal !== null) throw new EngineError('clickhouse', refusal);
  const dataDir = resolve(options.dataDir);
  const library = clickHouseLibrary();
  const bounds = { memoryBytes: options.memoryBytes ?? 2 ** 31, threads: options.threads ?? 2 };
  const configuration = writeConfiguration(join(dataDir, 'etc'), bounds, options.cluster);
  return startServer({
    name: 'clickhouse',
    dataDir,
    port: options.port,
    logDir: options.logDir,
    stopBy: 'eof',
    readyMs: 60_000,
    passing: /Cannot lock file .*status|Another server instance/,
    url: (port) => `http://default:@127.0.0.1:${port}`,
    check: ping,
    command: (port) => {
      dropOrphanedRecords(join(dataDir, 'data'));
      return {
        file: process.execPath,
        args: [
          join(packageRoot(), 'src/clickhouse/server.mjs'),
          resolveDependency('ffi-rs'),
          library,
          `--config-file=${configuration}`,
          `--path=${join(dataDir, 'data')}`,
          ...(options.cluster ? [`--tcp_port=${options.cluster.tcpPort}`] : []),
          `--http_port=${port}`,
          '--listen_host=127.0.0.1',
        ],
        env: {
          PATH: process.env['PATH'],
          HOME: dataDir,
          TZ: options.timezone ?? 'UTC',
          // Next's types, with which tests of apps/web are compiled, want it in every environment.
          NODE_ENV: process.env['NODE_ENV'],
        },
      };
    },
  });
}

async function ping(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/ping`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(2_000),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  await answer.text();
}
