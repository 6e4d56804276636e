import { REGIONS } from '../region.ts';
import { decimal, headerPairs, logLevel, oneOf, port, text, webAddress } from './kinds.ts';

/** The settings that every app has, each named, checked and defaulted here alone; an app's own schema begins with them. */
export const appSettings = {
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: logLevel().default('info'),
  REGION: oneOf(REGIONS).default('local'),
  HOST: text().optional(),
  METRICS_PORT: port().default(9464),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs().optional(),
  OTEL_TRACES_SAMPLER_ARG: decimal(0, 1).default(1),
};

/** The address that an app listens on: the given one, else this machine only, in production every address. */
export function listenAddress({ HOST, NODE_ENV }: { HOST?: string | undefined; NODE_ENV: string }): string {
  return HOST ?? (NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1');
}

/** Where traces go and which share of them is recorded; null, so no traces, where no collector is named. */
export function traceTarget(env: {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: Readonly<Record<string, string>> | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
}) {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return null;
  return { endpoint, headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {}, ratio: env.OTEL_TRACES_SAMPLER_ARG };
}
