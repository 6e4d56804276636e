import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startClickHouse, startPostgres, type Engine } from '@brevia/engines';
import { z } from 'zod';
import { readCluster } from './settings.ts';

/** The two stores of an installation, for the time of one command. */
export interface Stores {
  databaseUrl: () => Promise<string>;
  clickhouseUrl: () => Promise<string>;
  /** The cluster of ClickHouse in which tables are made; undefined for one server. */
  clickhouseCluster: () => string | undefined;
  /** Ends what was started for the command. */
  close: () => Promise<void>;
}

const endpointsSchema = z.object({
  engines: z.object({ postgres: z.string().nullable(), clickhouse: z.string().nullable() }),
});
type StoreName = 'postgres' | 'clickhouse';

/**
 * Finds each store when it is asked for: the given address, that of a running box, or the embedded one of the data folder,
 * which is started and ended with the command.
 */
export function findStores(dataDir: string, env: NodeJS.ProcessEnv): Stores {
  const started: Engine[] = [];
  const startEmbedded = async (name: StoreName) => {
    const start = name === 'postgres' ? startPostgres : startClickHouse;
    const engine = await start({ dataDir: join(dataDir, name), logDir: join(dataDir, 'logs') });
    started.push(engine);
    return engine.url;
  };
  const find = async (name: StoreName, given: string | undefined) =>
    given || (await ofRunningBox(dataDir, name)) || (await startEmbedded(name));
  return {
    databaseUrl: () => find('postgres', env['DATABASE_URL']),
    clickhouseUrl: () => find('clickhouse', env['CLICKHOUSE_URL']),
    clickhouseCluster: () => readCluster(env),
    close: async () => void (await Promise.all(started.map((engine) => engine.stop()))),
  };
}

/** A box that was killed leaves its file behind, so the address must also answer. */
async function ofRunningBox(dataDir: string, name: StoreName): Promise<string | null> {
  try {
    const file = readFileSync(join(dataDir, 'endpoints.json'), 'utf8');
    const address = endpointsSchema.parse(JSON.parse(file)).engines[name];
    return address !== null && (await answers(new URL(address))) ? address : null;
  } catch {
    return null;
  }
}

function answers({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
