import { resolve } from 'node:path';
import {
  appSettings,
  clickhouseCluster,
  clickhouseUrl,
  clusterHasAddress,
  databaseUrl,
  flag,
  kafkaBrokers,
  perMinute,
  port,
  readSettings as read,
  redisUrls,
  secret,
  text,
  webAddress,
  wholeNumber,
  type Environment,
} from '@brevia/core/settings';
import { z } from 'zod';
import { appProblems } from './app-settings.ts';

/** Every setting that the box itself uses (`.env.example` explains them); the rest is for the apps. */
const schema = z.object({
  DATA_DIR: text()
    .default('.data')
    .transform((path) => resolve(path)),
  HOST: text().default('127.0.0.1'),
  WEB_PORT: port().default(3000),
  REDIRECTOR_PORT: port().default(3001),
  // The redirector's metrics are on the next port, the worker's on the one after.
  METRICS_PORT: wholeNumber(0, 65_533).default(9464),
  WEB_URL: webAddress().optional(),
  SHORT_URL_BASE: webAddress().optional(),
  DATABASE_URL: databaseUrl().optional(),
  REDIS_URL: redisUrls().optional(),
  KAFKA_BROKERS: kafkaBrokers().optional(),
  CLICKHOUSE_URL: clickhouseUrl().optional(),
  CLICKHOUSE_CLUSTER: clickhouseCluster().optional(),
  CODE_KEY: secret().optional(),
  VISITOR_KEY: secret().optional(),
  AUTH_SECRET: secret().optional(),
  LIMIT_CREATE_PER_USER: perMinute().default(100),
  LIMIT_CREATE_ANONYMOUS: perMinute().default(10),
  ALLOW_ANONYMOUS: flag().default('true'),
  REGION: appSettings.REGION,
  LOG_LEVEL: appSettings.LOG_LEVEL,
});

/** The names of all settings that the box decides on. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

/** The apps' settings that the box gives them whatever its own environment says. */
const MADE = ['NODE_ENV', 'SPOOL_DIR'];

/** The settings of one box. */
export type Settings = z.output<typeof schema>;

/**
 * Reads the settings from the environment; an empty value counts as not given.
 * @throws SettingsError that names every wrong setting, those that only an app uses included
 */
export function readSettings(env: Environment): Settings {
  const ofApps = (given: Environment) => appProblems(given, [...settingNames, ...MADE]);
  return read('Wrong settings (see .env.example):', schema, [ofApps, samePorts, clusterHasAddress], env);
}

/** Ports that are given twice can't be told from ports that another program uses, so they are refused here. */
function samePorts(given: Environment): string[] {
  const metrics = Number(given['METRICS_PORT'] ?? 9464);
  const wanted: [string, number][] = [
    ['WEB_PORT', Number(given['WEB_PORT'] ?? 3000)],
    ['REDIRECTOR_PORT', Number(given['REDIRECTOR_PORT'] ?? 3001)],
    ['METRICS_PORT', metrics],
    ['METRICS_PORT + 1', metrics + 1],
    ['METRICS_PORT + 2', metrics + 2],
  ];
  return wanted.flatMap(([name, number], index) => {
    const twin =
      number > 2 && number <= 65_535 && wanted.slice(0, index).find(([, other]) => other === number);
    return twin ? [`${name}: ${number} is ${twin[0]} already`] : [];
  });
}
