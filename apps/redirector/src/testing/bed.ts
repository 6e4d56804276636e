import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeClick, type ClickEvent, type RedirectLink } from '@brevia/core';
import { migrate } from '@brevia/db';
import { createTestDatabase, waitFor } from '@brevia/engines/testing';
import pg from 'pg';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { startRedirector, type Redirector } from '../start.ts';
import { plainLink } from './links.ts';

export interface LinkStore {
  readonly url: string;
  insert(link?: Partial<RedirectLink>): Promise<RedirectLink>;
  update(link: RedirectLink): Promise<RedirectLink>;
  remove(link: RedirectLink): Promise<RedirectLink>;
  close(): Promise<void>;
}

let codes = 0;

/** A fresh link store with what a redirector needs of it, without the repositories around. */
export async function openLinkStore(url?: string): Promise<LinkStore> {
  const database = url === undefined ? await createTestDatabase() : { url, drop: () => Promise.resolve() };
  await migrate(database.url);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  const write = async (link: RedirectLink, deleted: boolean) => {
    await pool.query(
      `INSERT INTO links (domain, code, long_url, workspace_id, permanent, forward_query, enabled, expires_at, version,
         deleted_at, create_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, gen_random_uuid())
       ON CONFLICT (domain, code) DO UPDATE SET long_url = excluded.long_url, permanent = excluded.permanent,
         forward_query = excluded.forward_query, enabled = excluded.enabled, expires_at = excluded.expires_at,
         version = excluded.version, deleted_at = excluded.deleted_at`,
      [
        link.domain,
        link.code,
        link.longUrl,
        link.ownerId,
        link.permanent,
        link.forwardQuery,
        link.enabled,
        link.expiresAt === null ? null : new Date(link.expiresAt),
        link.version,
        deleted ? new Date() : null,
      ],
    );
    return link;
  };
  return {
    url: database.url,
    insert: (given = {}) => {
      codes += 1;
      const code = given.code ?? `t${process.pid.toString(36)}${codes.toString(36)}`;
      const link = { ...plainLink, longUrl: `https://example.com/${code}`, ...given, code };
      return write(link, false);
    },
    update: (link) => write({ ...link, version: link.version + 1 }, false),
    remove: (link) => write({ ...link, version: link.version + 1 }, true),
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

const testConfig: Config = {
  isProduction: false,
  logLevel: 'silent',
  region: 'local',
  host: '127.0.0.1',
  port: 0,
  metricsPort: 0,
  processes: 1,
  databaseUrl: 'postgres://127.0.0.1:1/none',
  dialect: 'postgresql',
  redisUrls: [],
  kafkaBrokers: [],
  spoolDir: null,
  visitorKey: 'a key that is long enough for the tests',
  geoPath: null,
  operatorName: 'Operator & Sons',
  cdnMaxAge: 0,
  trustedProxies: '',
  keepAliveMs: 5_000,
  drainMs: 1_000,
  unknownPerMinute: 1_000_000,
  traces: null,
};

export interface Bed {
  readonly url: string;
  readonly redirector: Redirector;
  readonly spoolDir: string;
  /** Clicks that have reached the spool. */
  clicks(): ClickEvent[];
  /** Waits until so many have. */
  awaitClicks(count: number): Promise<ClickEvent[]>;
  metric(line: string): Promise<number>;
  stop(): Promise<void>;
}

/** A redirector in this process with a spool of its own. */
export async function openBed(
  overrides: Partial<Config> = {},
  limits: Parameters<typeof startRedirector>[2] = {},
): Promise<Bed> {
  const spoolDir = mkdtempSync(join(tmpdir(), 'brevia-redirector-'));
  const config = { ...testConfig, spoolDir, ...overrides };
  const redirector = await startRedirector(config, pino({ level: config.logLevel }), limits);
  const clicks = () => readSpool(spoolDir);
  return {
    url: redirector.url,
    redirector,
    spoolDir,
    clicks,
    awaitClicks: (count) =>
      waitFor(() => (clicks().length >= count ? clicks() : null), { what: `${count} clicks` }),
    async metric(line) {
      const text = await redirector.registry.metrics();
      const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
      return found === undefined ? NaN : Number(found.slice(line.length + 1));
    },
    async stop() {
      await redirector.stop();
      rmSync(spoolDir, { recursive: true, force: true });
    },
  };
}

/** The clicks in all folders of a spool. */
export function readSpool(dir: string): ClickEvent[] {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files
    .filter((file) => file.name.endsWith('.ndjson'))
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
    .flatMap((text) => text.split('\n').flatMap((record) => record.split('\x1e')))
    .flatMap((line) => decodeClick(line) ?? []);
}
