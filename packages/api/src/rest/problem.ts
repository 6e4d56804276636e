import { statusOf, type BreviaError, type ErrorCode, type FieldError } from '@brevia/core';
import { InsufficientScope } from '../failure.ts';
import { toSnakePath } from './names.ts';

const TITLE: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** An error body (RFC 9457, API-2). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors: readonly { readonly field: string; readonly code: string; readonly message: string }[];
  readonly suggestions?: readonly string[];
  readonly request_id: string;
}

/** An error as REST clients read it, with the names that they know. */
export function toProblem(failure: BreviaError, requestId: string): Problem {
  const status = statusOf[failure.code];
  const errors = restErrors(failure.fields);
  return {
    type: 'about:blank',
    title: TITLE[status] ?? 'Error',
    status,
    detail: restDetail(failure, errors),
    code: failure.code,
    errors,
    ...(failure.details?.suggestions === undefined ? {} : { suggestions: failure.details.suggestions }),
    request_id: requestId,
  };
}

/** Wrong fields under the names that REST clients know. */
export function restErrors(fields: readonly FieldError[]): FieldError[] {
  return fields.map((error) => ({ ...error, field: toSnakePath(error.field) }));
}

/** What went wrong in a sentence: for bad input the first field that is wrong. @param errors of restErrors */
export function restDetail(
  failure: { readonly code: ErrorCode; readonly message: string },
  errors: readonly FieldError[],
): string {
  const [first] = errors;
  return failure.code === 'invalid_input' && first !== undefined
    ? `${first.field}: ${first.message}`
    : failure.message;
}

/** Headers that belong to an error. @param hasCredentials whether the request carried a key that was refused */
export function problemHeaders(failure: BreviaError, hasCredentials: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  if (failure.code === 'unauthorized') {
    headers['WWW-Authenticate'] = hasCredentials
      ? 'Bearer realm="brevia", error="invalid_token"'
      : 'Bearer realm="brevia"';
  }
  if (failure instanceof InsufficientScope) {
    headers['WWW-Authenticate'] =
      `Bearer realm="brevia", error="insufficient_scope", scope="${failure.scope}"`;
  }
  const retryAfter = failure.details?.retryAfterSeconds;
  if (retryAfter !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfter)));
  return headers;
}
