import {
  asList,
  clickhouseCluster,
  clusterHasAddress,
  kafkaBrokers,
  readSettings as read,
  text,
  wholeNumber,
  type Environment,
} from '@brevia/core/settings';
import { z } from 'zod';

const days = () => wholeNumber(1, 36_500);

const stores = z.object({ CLICKHOUSE_CLUSTER: clickhouseCluster().optional() });

/** What `backup`, `restore` and `drill` read beside the addresses of the stores. */
const schema = z.object({
  BACKUP_TO: text().optional(),
  BACKUP_KEEP_LINKS_DAYS: days().default(30),
  BACKUP_KEEP_CLICKS_DAYS: days().default(90),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://minio:9000' })
    .optional(),
  KAFKA_BROKERS: asList(kafkaBrokers()).optional(),
  CLICK_TOPICS: asList(text()).default(['clicks']),
  SPOOL_DIR: text().optional(),
});

export type BackupSettings = z.output<typeof schema>;

/** @throws SettingsError that lists every problem */
export function readBackupSettings(environment: Environment): BackupSettings {
  return read('The settings of backups are wrong:', schema, [], environment);
}

/**
 * The ClickHouse cluster in which tables are made; undefined for one server.
 * @throws SettingsError that lists every problem
 */
export function readCluster(environment: Environment): string | undefined {
  const title = 'The settings of ClickHouse are wrong:';
  return read(title, stores, [clusterHasAddress], environment).CLICKHOUSE_CLUSTER;
}
