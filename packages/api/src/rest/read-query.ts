import { BreviaError, type FieldError } from '@brevia/core';
import { verbatim } from './names.ts';

/** How each parameter of a route is read; what it may hold is decided by the procedure's schema. */
export type QuerySpec = Readonly<Record<string, 'text' | 'integer' | 'list'>>;
export type Query = Readonly<Record<string, string | number | readonly string[]>>;

/** Names under which people put secrets into addresses, where logs and histories keep them (C211). */
const SECRETS = new Set([
  'apikey',
  'api_key',
  'api-key',
  'key',
  'token',
  'access_token',
  'auth',
  'authorization',
]);

/**
 * Reads a query string strictly: an unknown parameter, one given twice and a number that is none are refused, so that a
 * typing error never silently means something else (C209).
 * @throws BreviaError invalid_input
 */
export function readQuery(search: string, spec: QuerySpec): Query {
  const query: Record<string, string | number | readonly string[]> = Object.create(null) as Record<
    string,
    never
  >;
  const errors: FieldError[] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    const kind = Object.hasOwn(spec, name) ? spec[name] : undefined;
    const problem = problemOf(name, value, kind, name in query);
    if (problem !== null) errors.push({ field: verbatim(name), ...problem });
    else if (kind === 'integer') query[name] = Number(value);
    else query[name] = kind === 'list' ? value.split(',') : value;
  }
  if (errors.length > 0) {
    throw new BreviaError('invalid_input', errors[0]?.message ?? 'The query is not valid.', {
      fields: errors,
    });
  }
  return { ...query };
}

function problemOf(
  name: string,
  value: string,
  kind: QuerySpec[string] | undefined,
  isRepeated: boolean,
): { code: string; message: string } | null {
  if (kind === undefined && SECRETS.has(name.toLowerCase())) {
    return {
      code: 'secret_in_query',
      message: 'Send the API key in the Authorization header. This one is in logs now: revoke it.',
    };
  }
  if (kind === undefined) return { code: 'unknown_parameter', message: 'There is no such parameter.' };
  if (isRepeated) return { code: 'repeated', message: 'Is given more than once.' };
  if (kind === 'integer' && !/^\d{1,9}$/.test(value)) {
    return { code: 'invalid_type', message: 'Must be a whole number.' };
  }
  return null;
}
