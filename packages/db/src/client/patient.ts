import { withRetry } from '../retry/retry.ts';
import type { Client } from './client.ts';

const READS = new Set([
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'count',
  'aggregate',
  'groupBy',
]);

type Method = (...parameters: unknown[]) => Promise<unknown>;

/**
 * The same client for those who don't know our retry module, which is better-auth: each model call, and each interactive
 * transaction as a whole, goes through `withRetry`. Only reads are repeated after an ambiguous error. What runs inside a
 * transaction is not repeated by itself: after a conflict only the whole can be.
 */
export function createPatientClient(client: Client): Client {
  const delegates = new Map<string, object>();
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof name !== 'string') return value;
      if (name === '$transaction') return patientMethod(target, value as Method, false);
      if (typeof value !== 'object' || value === null || /^[$_]/.test(name)) return value;
      const known = delegates.get(name) ?? patientDelegate(value);
      delegates.set(name, known);
      return known;
    },
  });
}

function patientDelegate(delegate: object): object {
  return new Proxy(delegate, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof name !== 'string' || typeof value !== 'function') return value;
      return patientMethod(target, value as Method, READS.has(name));
    },
  });
}

function patientMethod(self: object, method: Method, idempotent: boolean): Method {
  return (...parameters) => withRetry(() => method.apply(self, parameters), { idempotent });
}
