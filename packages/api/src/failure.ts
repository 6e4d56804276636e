import { BreviaError, type ErrorCode, type FieldError } from '@brevia/core';
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import type { Scope } from './actor.ts';
import { fieldErrors } from './field-errors.ts';

/** The key is good, and may not do this (RFC 6750, insufficient_scope). */
export class InsufficientScope extends BreviaError {
  constructor(readonly scope: Scope) {
    super('forbidden', `The API key lacks the scope ${scope}.`);
  }
}

type TrpcCode = TRPCError['code'];

/** tRPC knows no 410; the cause carries it for REST. Total, so that a new code can't be forgotten. */
const TRPC_CODE: Record<ErrorCode, TrpcCode> = {
  invalid_input: 'BAD_REQUEST',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  method_not_allowed: 'METHOD_NOT_SUPPORTED',
  conflict: 'CONFLICT',
  alias_taken: 'CONFLICT',
  alias_reserved: 'BAD_REQUEST',
  idempotency_mismatch: 'CONFLICT',
  gone: 'NOT_FOUND',
  payload_too_large: 'PAYLOAD_TOO_LARGE',
  unsupported_media_type: 'UNSUPPORTED_MEDIA_TYPE',
  rate_limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
  internal: 'INTERNAL_SERVER_ERROR',
};

/** Errors that tRPC itself raises: a bad batch, an unknown procedure, a mutation by GET. */
const OWN_CODE: Partial<Record<TrpcCode, ErrorCode>> = {
  PARSE_ERROR: 'invalid_input',
  BAD_REQUEST: 'invalid_input',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
  PAYLOAD_TOO_LARGE: 'payload_too_large',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_media_type',
};

const OWN_MESSAGE: Partial<Record<ErrorCode, string>> = {
  invalid_input: 'The request is not valid.',
  not_found: 'There is no such procedure.',
  method_not_allowed: 'This procedure wants another HTTP method.',
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'The body must be JSON.',
};

/** Any error as one of the closed set; what is unknown becomes `internal` and says nothing of its insides. */
export function toBreviaError(error: unknown): BreviaError {
  if (error instanceof BreviaError) return error;
  if (error instanceof ZodError) return invalidInput(fieldErrors(error.issues));
  if (error instanceof TRPCError) {
    if (error.cause instanceof BreviaError || error.cause instanceof ZodError)
      return toBreviaError(error.cause);
    const code = OWN_CODE[error.code];
    if (code !== undefined) return new BreviaError(code, OWN_MESSAGE[code] ?? 'The request is not valid.');
    if (error.cause !== undefined && isUnavailable(error.cause)) return unavailable();
  }
  if (isUnavailable(error)) return unavailable();
  return new BreviaError('internal', 'Something went wrong on our side.');
}

/** The same for tRPC; the cause tells adapters and logs what it was. */
export function toTrpcError(error: unknown): TRPCError {
  const failure = toBreviaError(error);
  const origin = error instanceof TRPCError ? error.cause : error;
  return new TRPCError({
    code: TRPC_CODE[failure.code],
    message: failure.message,
    cause: failure.code === 'internal' && origin instanceof Error ? origin : failure,
  });
}

export function invalidInput(fields: readonly FieldError[]): BreviaError {
  const [first] = fields;
  return new BreviaError(
    'invalid_input',
    first === undefined ? 'The request is not valid.' : `${first.field}: ${first.message}`,
    { fields },
  );
}

/** Seconds after which a client may hope that a store answers again. */
const RETRY_AFTER_SECONDS = 5;

function unavailable(): BreviaError {
  return new BreviaError('unavailable', 'The service can not do this right now. Try again in a moment.', {
    details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
  });
}

/** Adapters mark errors that mean "the engine does not answer" with this name. */
function isUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === 'UnavailableError';
}
