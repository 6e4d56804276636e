import { join } from 'node:path';
import type { EngineAddresses } from './engines.ts';
import type { Ports } from './ports.ts';
import type { Secrets } from './secrets.ts';
import { settingNames, type Settings } from './settings.ts';

/** The apps of a box. */
export type AppName = 'web' | 'redirector' | 'worker';

/** Where people and programs reach a box. */
export interface Addresses {
  /** The dashboard and the API, on this machine. */
  web: string;
  /** The redirector, on this machine. */
  redirector: string;
}

/** Addresses on this machine, whatever the box listens on. */
export function localAddresses(settings: Settings, ports: Ports): Addresses {
  const host = localHost(settings);
  return { web: `http://${host}:${ports.web}`, redirector: `http://${host}:${ports.redirector}` };
}

function localHost({ HOST }: Settings): string {
  return HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
}

/**
 * The environment of each app: what the box does not know (a proxy, a locale, an app's own settings) as it came, and of
 * what the box has decided only that app's part.
 */
export function appEnvironments(
  outer: NodeJS.ProcessEnv,
  settings: Settings,
  secrets: Secrets,
  ports: Ports,
  engines: EngineAddresses,
  mode: 'production' | 'development',
): Record<AppName, NodeJS.ProcessEnv> {
  const local = localAddresses(settings, ports);
  const metricsOf = (app: 'redirector' | 'worker') =>
    `http://${localHost(settings)}:${ports.metrics[app]}/metrics`;
  const common = {
    ...Object.fromEntries(Object.entries(outer).filter(([name]) => !settingNames.includes(name))),
    NODE_ENV: mode,
    NEXT_TELEMETRY_DISABLED: '1',
    HOST: settings.HOST,
    LOG_LEVEL: settings.LOG_LEVEL,
    REGION: settings.REGION,
    DATABASE_URL: engines.postgres,
    REDIS_URL: engines.redis,
    KAFKA_BROKERS: engines.kafka,
    CLICKHOUSE_URL: engines.clickhouse,
    SPOOL_DIR: engines.kafka === null ? join(settings.DATA_DIR, 'spool') : null,
  };
  return {
    web: present({
      ...common,
      METRICS_PORT: ports.metrics.web,
      WEB_PORT: ports.web,
      WEB_URL: settings.WEB_URL ?? local.web,
      SHORT_URL_BASE: settings.SHORT_URL_BASE ?? local.redirector,
      REDIRECTOR_METRICS_URL: outer['REDIRECTOR_METRICS_URL'] || metricsOf('redirector'),
      WORKER_METRICS_URL: outer['WORKER_METRICS_URL'] || metricsOf('worker'),
      CODE_KEY: secrets.CODE_KEY,
      AUTH_SECRET: secrets.AUTH_SECRET,
      LIMIT_CREATE_PER_USER: settings.LIMIT_CREATE_PER_USER,
      LIMIT_CREATE_ANONYMOUS: settings.LIMIT_CREATE_ANONYMOUS,
      ALLOW_ANONYMOUS: settings.ALLOW_ANONYMOUS,
    }),
    redirector: present({
      ...common,
      METRICS_PORT: ports.metrics.redirector,
      REDIRECTOR_PORT: ports.redirector,
      VISITOR_KEY: secrets.VISITOR_KEY,
    }),
    worker: present({ ...common, METRICS_PORT: ports.metrics.worker }),
  };
}

function present(values: Record<string, string | number | null | undefined>): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );
}
