import { traceTarget } from '@brevia/core/settings';
import { openTracing, type Tracing } from '@brevia/telemetry';
import type { Env } from '../env.ts';

/** Traces of the web app; undefined where no collector is named: then nothing of OpenTelemetry's SDK is loaded. */
export async function openTraces(env: Env, onError: (error: Error) => void): Promise<Tracing | undefined> {
  const target = traceTarget(env);
  if (target === null) return undefined;
  return openTracing({ ...target, service: 'brevia-web', region: env.REGION, onError });
}
