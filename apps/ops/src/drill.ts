import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedirectReader } from '@brevia/db/redirect';
import { startClickHouse, startPostgres, type Engine } from '@brevia/engines';
import pg from 'pg';
import { findBackups } from './backup/find-backups.ts';
import { restoreBackups } from './backup/restore-backups.ts';
import type { Run } from './run.ts';
import type { Stores } from './stores.ts';

const NO_STREAMS = { kafkaBrokers: [], topics: [], groupId: '', spoolDir: null } as const;

/**
 * `drill`: restores the newest backup of each kind, or the one named, into fresh engines in a temporary folder, compares
 * counts and checksums of every table with the manifest, and opens a link as a redirector does. Removes all of it.
 * @throws Error when the backup can't be restored, or something differs
 */
export async function drill(
  args: string[],
  _stores: Stores,
  print: (line: string) => void,
  run: Run,
): Promise<void> {
  const { archive, chosen } = await findBackups(args, run);
  const folder = await mkdtemp(join(tmpdir(), 'brevia-drill-'));
  const engines: Engine[] = [];
  const start = async (launch: typeof startPostgres, name: string): Promise<string> => {
    const engine = await launch({ dataDir: join(folder, name), durable: false });
    engines.push(engine);
    return engine.url;
  };
  let postgres: Promise<string> | undefined;
  const databaseUrl = () => (postgres ??= start(startPostgres, 'postgres'));
  const began = performance.now();
  try {
    const { links, clicks } = await restoreBackups(archive, chosen, {
      databaseUrl,
      clickhouseUrl: () => start(startClickHouse, 'clickhouse'),
      streams: NO_STREAMS,
      now: new Date(),
      signal: run.signal,
    });
    if (links !== null) {
      print(`${chosen.links}: count and checksum of every table are those of the manifest.`);
      for (const { table, rows } of links) print(`  ${table}: ${rows} rows`);
      print(`  ${await openLink(await databaseUrl())}`);
    }
    if (clicks !== null) {
      print(`${chosen.clicks}: count and checksum of every month are those of the manifest.`);
      for (const { table, month, clicks: count } of clicks.months)
        print(`  ${table} ${month}: ${count} clicks`);
    }
    print(`The drill went well (${((performance.now() - began) / 1_000).toFixed(1)} s).`);
  } finally {
    await Promise.all(engines.map((engine) => engine.stop()));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Looks a link up in the way of a visitor. */
async function openLink(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  const reader = createRedirectReader({ url, poolMax: 1 });
  try {
    await client.connect();
    const { rows } = await client.query<{ domain: string; code: string; long_url: string }>(
      'SELECT domain, code, long_url FROM links WHERE deleted_at IS NULL ORDER BY domain, code LIMIT 1',
    );
    const [link] = rows;
    if (link === undefined) return 'there is no link to open';
    const found = await reader.find(link);
    if (found?.longUrl !== link.long_url) throw new Error(`The link ${link.code} does not open.`);
    return `opened ${link.code}`;
  } finally {
    await Promise.all([client.end(), reader.close()]);
  }
}
