import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinkCache, createRedis } from '@brevia/cache';
import { migrate } from '@brevia/db';
import { startKafka, startPostgres, startRedis } from '@brevia/engines';
import pg from 'pg';
import type { Variant } from './variants.ts';

export interface World {
  readonly folder: string;
  readonly codes: Record<Variant['paths'], readonly string[]>;
  paths(kind: Variant['paths']): string[];
  environment(variant: Variant): Record<string, string>;
  /** Puts all links into Redis, as if somebody had asked for each. */
  warmRedis(): Promise<void>;
  close(): Promise<void>;
}

/** Real engines and the links that are asked for; the redirector is bundled as in production. */
export async function openWorld(): Promise<World> {
  const redirector = new URL('../../apps/redirector/', import.meta.url).pathname;
  execFileSync(process.execPath, ['build.mjs'], { cwd: redirector, stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'brevia-bench-'));
  const [postgres, redis, kafka] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), durable: false }),
    startRedis({ dataDir: join(folder, 'redis'), durable: false }),
    startKafka({ dataDir: join(folder, 'kafka') }),
  ]);
  const many = Array.from({ length: 30_000 }, (_, i) => `m${(i * 7_919 + 1_000_003).toString(36)}`);
  const links = many.slice(0, 5_000);
  const codes = {
    'few links': links.slice(0, 50),
    links,
    'links with a slash': links.slice(0, 50),
    'many links': many,
    unknown: many.map((code) => `${code}x`),
  };
  await migrate(postgres.url);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  await pool.query(
    `INSERT INTO links (domain, code, long_url, create_key)
     SELECT 'default', code, 'https://example.com/' || code, gen_random_uuid() FROM unnest($1::TEXT[]) AS t (code)`,
    [many],
  );
  await pool.query('VACUUM ANALYZE links');
  await pool.end();

  return {
    folder,
    codes,
    paths: (kind) => codes[kind].map((code) => (kind === 'links with a slash' ? `/${code}/` : `/${code}`)),
    environment: (variant) => ({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      REDIRECTOR_PORT: '0',
      METRICS_PORT: '0',
      DATABASE_URL: postgres.url,
      ...(variant.redis ? { REDIS_URL: redis.url } : {}),
      ...(variant.clicks === 'spool' ? { SPOOL_DIR: join(folder, 'spool') } : {}),
      ...(variant.clicks === 'kafka' ? { KAFKA_BROKERS: kafka.url } : {}),
      ...(variant.clicks === 'broker away' ? { KAFKA_BROKERS: '127.0.0.1:1' } : {}),
      VISITOR_KEY: 'a key that is long enough for a benchmark',
      LIMIT_UNKNOWN_PER_CLIENT: '1000000000',
      DRAIN_SECONDS: '0.2',
    }),
    async warmRedis() {
      const client = createRedis(redis.url, { commandTimeoutMs: 10_000 });
      await new Promise((resolve) => client.once('ready', resolve));
      const cache = createLinkCache(client);
      for (let at = 0; at < many.length; at += 1_000) {
        await Promise.all(many.slice(at, at + 1_000).map((code) => cache.put(linkOf(code))));
      }
      client.disconnect();
    },
    async close() {
      await Promise.all([postgres.kill(), redis.kill(), kafka.kill()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function linkOf(code: string) {
  return {
    domain: 'default',
    code,
    longUrl: `https://example.com/${code}`,
    ownerId: null,
    permanent: false,
    forwardQuery: false,
    enabled: true,
    expiresAt: null,
    version: 1,
  };
}
