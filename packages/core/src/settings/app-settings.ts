import { REGIONS } from '../region.ts';
import { logLevel, oneOf, port, text } from './kinds.ts';

/** The settings that every app has, each named, checked and defaulted here alone; an app's own schema begins with them. */
export const appSettings = {
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: logLevel().default('info'),
  REGION: oneOf(REGIONS).default('local'),
  HOST: text().optional(),
  METRICS_PORT: port().default(9464),
};

/** The address that an app listens on: the given one, else this machine only, in production every address. */
export function listenAddress({ HOST, NODE_ENV }: { HOST?: string | undefined; NODE_ENV: string }): string {
  return HOST ?? (NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1');
}
