import {
  appSettings,
  asList,
  clickhouseUrl,
  databaseUrl,
  kafkaBrokers,
  readSettings,
  redisUrls,
  text,
  wholeNumber,
  type Environment,
  type Rule,
} from '@brevia/core/settings';
import { z } from 'zod';

/** Every setting of the worker; `.env.example` explains them. */
export const settings = z.object({
  ...appSettings,
  /** Missing: no clicks are counted here, only link changes relayed. */
  CLICKHOUSE_URL: clickhouseUrl().optional(),
  DATABASE_URL: databaseUrl().optional(),
  REDIS_URL: asList(redisUrls()).optional(),
  KAFKA_BROKERS: asList(kafkaBrokers()).optional(),
  SPOOL_DIR: text().optional(),
  /** Topics to read: in the analytics region also the mirrored ones (`clicks,eu.clicks`). */
  CLICK_TOPICS: asList(text()).default(['clicks']),
  /** Topics with link changes, those mirrored from other regions included; default: what the relay knows. */
  CHANGE_TOPICS: asList(text()).optional(),
  /** Of topics that the worker has to create. */
  CLICK_PARTITIONS: wholeNumber(1, 1_024).default(4),
  /** After this long without a sign a worker counts as dead and others take its partitions. */
  KAFKA_SESSION_SECONDS: wholeNumber(6, 300).default(15),
  BATCH_ROWS: wholeNumber(1_000, 500_000).default(50_000),
  /** How long records may wait with nothing moving before the process ends to be started afresh. */
  STUCK_SECONDS: wholeNumber(10, 3_600).default(120),
  SHUTDOWN_SECONDS: wholeNumber(1, 600).default(10),
});

const clicksComeFromSomewhere: Rule = (given) =>
  given['CLICKHOUSE_URL'] !== undefined &&
  given['KAFKA_BROKERS'] === undefined &&
  given['SPOOL_DIR'] === undefined
    ? ['KAFKA_BROKERS: or SPOOL_DIR is missing: clicks come from one of both']
    : [];

/** A forgotten address must not leave clicks lying without a word. */
const countsOrRelays: Rule = (given) => {
  if (given['CLICKHOUSE_URL'] !== undefined) return [];
  const wanted = ['CLICK_TOPICS', 'SPOOL_DIR'].filter((name) => given[name] !== undefined);
  if (wanted.length > 0)
    return wanted.map((name) => `CLICKHOUSE_URL: is missing, and ${name} names clicks to count`);
  if (given['DATABASE_URL'] !== undefined) return [];
  return [
    'CLICKHOUSE_URL: or DATABASE_URL is missing: a worker counts clicks into the one, relays link changes out of the other, or does both',
  ];
};

export type Env = z.output<typeof settings>;

/**
 * Reads the worker's settings; an empty value counts as missing.
 * @throws SettingsError that lists every problem at once, one a line
 */
export function readEnv(environment: Environment): Env {
  const title = 'The worker cannot start, its settings are wrong:';
  return readSettings(title, settings, [clicksComeFromSomewhere, countsOrRelays], environment);
}
