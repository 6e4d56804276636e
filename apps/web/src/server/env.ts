import {
  appSettings,
  asList,
  clickhouseUrl,
  databaseUrl,
  flag,
  isOn,
  listenAddress,
  mailSender,
  perMinute,
  port,
  proxies,
  readSettings,
  redisUrls,
  secret,
  smtpUrl,
  text,
  webAddress,
  wholeNumber,
  type Environment,
  type Rule,
} from '@brevia/core/settings';
import { z } from 'zod';

/** Every setting of the web app; `.env.example` explains them. */
export const settings = z.object({
  ...appSettings,
  WEB_PORT: port().default(3000),
  WEB_URL: webAddress().optional(),
  SHORT_URL_BASE: webAddress(),
  DATABASE_URL: databaseUrl(),
  DATABASE_POOL_MAX: wholeNumber(1, 500).default(10),
  REDIS_URL: asList(redisUrls()).optional(),
  CLICKHOUSE_URL: clickhouseUrl().optional(),
  REDIRECTOR_METRICS_URL: webAddress().optional(),
  WORKER_METRICS_URL: webAddress().optional(),
  CODE_KEY: secret(),
  AUTH_SECRET: secret(),
  TRUSTED_PROXIES: proxies().default(''),
  LIMIT_CREATE_PER_USER: perMinute().default(100),
  LIMIT_CREATE_ANONYMOUS: perMinute().default(10),
  LIMIT_SIGN_IN: perMinute().default(20),
  ALLOW_ANONYMOUS: flag().transform(isOn).default(true),
  GITHUB_CLIENT_ID: text().optional(),
  GITHUB_CLIENT_SECRET: text().optional(),
  GOOGLE_CLIENT_ID: text().optional(),
  GOOGLE_CLIENT_SECRET: text().optional(),
  SMTP_URL: smtpUrl().optional(),
  MAIL_FROM: mailSender().optional(),
});

const PAIRS = [
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const;

/** One half of a pair would leave a way to sign in, or all mail, out without a word. */
const bothHalves: Rule = (given) =>
  PAIRS.flatMap(([one, other]) => {
    if ((given[one] === undefined) === (given[other] === undefined)) return [];
    const [there, missing] = given[one] === undefined ? [other, one] : [one, other];
    return [`${missing}: is missing, and ${there} alone is of no use`];
  });

export const rules: readonly Rule[] = [bothHalves];

export type Env = z.output<typeof settings> & { readonly HOST: string };

/**
 * The settings of the web app, checked; an empty value counts as missing.
 * @throws SettingsError that lists every problem at once, one a line
 */
export function readEnv(environment: Environment): Env {
  const env = readSettings('The web app cannot start, its settings are wrong:', settings, rules, environment);
  return { ...env, HOST: listenAddress(env) };
}
