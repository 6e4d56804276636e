import { REGIONS } from '@brevia/core';
import { z } from 'zod';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  REGION: z.enum(REGIONS).default('local'),
  HOST: z.string().min(1).optional(),
  METRICS_PORT: whole(0, 65_535).default(9464),
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  REDIS_URL: list.optional().refine((urls) => urls?.every((url) => /^rediss?:\/\//.test(url)) ?? true, {
    error: 'must hold redis:// or rediss:// addresses',
  }),
  KAFKA_BROKERS: list.optional(),
  SPOOL_DIR: z.string().min(1).optional(),
  /** Topics to read: in the analytics region also the mirrored ones (`clicks,eu.clicks`). */
  CLICK_TOPICS: list.default(['clicks']),
  /** Topics with link changes, those mirrored from other regions included; default: what the relay knows. */
  CHANGE_TOPICS: list.optional(),
  /** Of topics that the worker has to create. */
  CLICK_PARTITIONS: whole(1, 1_024).default(4),
  /** After this long without a sign a worker counts as dead and others take its partitions. */
  KAFKA_SESSION_SECONDS: whole(6, 300).default(15),
  BATCH_ROWS: whole(1_000, 500_000).default(50_000),
  /** How long records may wait with nothing moving before the process ends to be started afresh. */
  STUCK_SECONDS: whole(10, 3_600).default(120),
  SHUTDOWN_SECONDS: whole(1, 600).default(10),
});

export type Env = z.output<typeof schema>;

/**
 * Reads the worker's settings; an empty value counts as missing.
 * @throws Error that lists every problem at once, one a line
 */
export function readEnv(environment: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  const problems = (result.error?.issues ?? []).map((issue) => {
    const name = issue.path.join('.');
    return `${name} ${given[name] === undefined ? 'is missing' : issue.message}`;
  });
  if (given['KAFKA_BROKERS'] === undefined && given['SPOOL_DIR'] === undefined) {
    problems.push('KAFKA_BROKERS or SPOOL_DIR is missing: clicks come from one of both');
  }
  if (!result.success || problems.length > 0) {
    throw new Error(`The worker cannot start, its settings are wrong:\n  ${problems.join('\n  ')}`);
  }
  return result.data;
}
