import { resolve } from 'node:path';
import { z } from 'zod';
import { appProblems } from './app-settings.ts';

const port = (initial: number, highest = 65_535) =>
  z.coerce.number().int().min(0).max(highest).default(initial);
const perMinute = (initial: number) => z.coerce.number().int().min(1).max(1_000_000_000).default(initial);
const secret = z.string().min(32, 'at least 32 characters').optional();
const webAddress = z.url({ protocol: /^https?$/, error: 'an address like https://example.com' }).optional();
const listOf = (one: RegExp, example: string) =>
  z
    .string()
    .refine((list) => list.split(',').every((item) => one.test(item.trim())), `like ${example}`)
    .optional();

/** Every setting that the box itself uses (`.env.example` explains them); the rest is for the apps, which check it. */
const schema = z.object({
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(path)),
  HOST: z.string().default('127.0.0.1'),
  WEB_PORT: port(3000),
  REDIRECTOR_PORT: port(3001),
  // The redirector's metrics are on the next port, the worker's on the one after.
  METRICS_PORT: port(9464, 65_533),
  WEB_URL: webAddress,
  SHORT_URL_BASE: webAddress,
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'like postgresql://user:password@host:26257/brevia')
    .optional(),
  REDIS_URL: listOf(/^rediss?:\/\//, 'redis://host:6379, several with commas for a cluster'),
  KAFKA_BROKERS: listOf(/^[^\s:/]+:\d+$/, 'host:9092, several with commas'),
  CLICKHOUSE_URL: z
    .string()
    .regex(/^https?:\/\//, 'like http://user:password@host:8123')
    .optional(),
  CODE_KEY: secret,
  VISITOR_KEY: secret,
  AUTH_SECRET: secret,
  LIMIT_CREATE_PER_USER: perMinute(100),
  LIMIT_CREATE_ANONYMOUS: perMinute(10),
  ALLOW_ANONYMOUS: z.enum(['true', 'false', '1', '0']).default('true'),
  REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'small letters, digits and -, like eu-west')
    .default('local'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** The names of all settings that the box decides on. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

/** The settings of one box. */
export type Settings = z.infer<typeof schema>;

/** Wrong settings; the message lists all of them. */
export class SettingsError extends Error {}

/**
 * Reads the settings from the environment; an empty value counts as not given.
 * @throws SettingsError that names every wrong setting
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  const problems = result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  problems.push(...appProblems(given), ...samePorts(given));
  if (result.success && problems.length === 0) return result.data;
  throw new SettingsError(['Wrong settings (see .env.example):', ...problems].join('\n  '));
}

/** Ports that are given twice can't be told from ports that another program uses, so they are refused here. */
function samePorts(env: NodeJS.ProcessEnv): string[] {
  const metrics = Number(env['METRICS_PORT'] ?? 9464);
  const wanted: [string, number][] = [
    ['WEB_PORT', Number(env['WEB_PORT'] ?? 3000)],
    ['REDIRECTOR_PORT', Number(env['REDIRECTOR_PORT'] ?? 3001)],
    ['METRICS_PORT', metrics],
    ['METRICS_PORT + 1', metrics + 1],
    ['METRICS_PORT + 2', metrics + 2],
  ];
  return wanted.flatMap(([name, number], index) => {
    const twin = number > 2 && wanted.slice(0, index).find(([, other]) => other === number);
    return twin ? [`${name}: ${number} is ${twin[0]} already`] : [];
  });
}
