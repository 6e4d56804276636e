import type { TRPCError } from '@trpc/server';
import type { FieldError } from '@brevia/core';
import { toBreviaError } from '../failure.ts';

/** What a client learns of an error beside tRPC's own code. */
export interface ErrorDescription {
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly suggestions: readonly string[];
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;
}

/**
 * tRPC's `errorFormatter`: the closed set of errors goes to the client, everything else becomes `internal` without its
 * message or stack (messages of unhandled errors would reach clients verbatim).
 */
export function describeError<Shape extends { message: string; data: object }>(
  shape: Shape,
  error: TRPCError,
  requestId: string | undefined,
) {
  const failure = toBreviaError(error);
  const brevia: ErrorDescription = {
    code: failure.code,
    fields: failure.fields,
    suggestions: failure.details?.suggestions ?? [],
    retryAfterSeconds: failure.details?.retryAfterSeconds ?? null,
    requestId: requestId ?? null,
  };
  const { stack: _stack, ...data } = shape.data as Shape['data'] & { stack?: string };
  return { ...shape, message: failure.message, data: { ...data, brevia } };
}
