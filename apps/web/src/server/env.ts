import { parseTrustedProxies, REGIONS } from '@brevia/core';
import { z } from 'zod';
import { StartError } from './start-error.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://brevia.example' })
  .transform((url) => url.replace(/\/+$/, ''));
const secret = z.string({ error: 'is missing' }).min(32, 'must have at least 32 characters');
const perMinute = z.coerce.number().int().min(1).max(1_000_000_000);
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  REGION: z.enum(REGIONS).default('local'),
  HOST: optional(z.string()),
  WEB_PORT: port.default(3000),
  METRICS_PORT: port.default(9464),
  WEB_URL: optional(webAddress),
  SHORT_URL_BASE: webAddress,
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'must be an address such as postgres://user@host:26257/brevia',
  }),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(500).default(10),
  REDIS_URL: optional(z.string()),
  CLICKHOUSE_URL: optional(z.url({ protocol: /^https?$/ })),
  CODE_KEY: secret,
  AUTH_SECRET: secret,
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text, context) => {
      const { trusted, invalid } = parseTrustedProxies(text);
      for (const entry of invalid)
        context.addIssue({ code: 'custom', message: `"${entry}" is no address or range` });
      return trusted;
    }),
  LIMIT_CREATE_PER_USER: perMinute.default(100),
  LIMIT_CREATE_ANONYMOUS: perMinute.default(10),
  ALLOW_ANONYMOUS: flag.default(true),
  GITHUB_CLIENT_ID: optional(z.string()),
  GITHUB_CLIENT_SECRET: optional(z.string()),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
});

export type Env = z.output<typeof settings> & { readonly HOST: string };

/**
 * The settings of the web app, checked.
 * @throws Error with one line for each setting that is missing or wrong
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const result = settings.safeParse(source);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${describe(issue)}`);
    throw new StartError(`The web app can not start with these settings:\n${lines.join('\n')}`);
  }
  const env = result.data;
  return { ...env, HOST: env.HOST ?? (env.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1') };
}

function describe(issue: z.core.$ZodIssue): string {
  return issue.message.endsWith('received undefined') ? 'is missing' : issue.message;
}
