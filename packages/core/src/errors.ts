/** Every way in which a use-case may fail. One total table maps them to HTTP; nothing else is thrown on purpose. */
export type ErrorCode =
  | 'invalid_input'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'alias_taken'
  | 'alias_reserved'
  | 'idempotency_mismatch'
  | 'gone'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'unavailable'
  | 'internal';

/** What is wrong with one field of the input: `field` is a path such as `long_url` or `links.3.custom_alias`. */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface ErrorDetails {
  /** Free aliases close to the one that was refused. */
  readonly suggestions?: readonly string[];
  readonly retryAfterSeconds?: number;
}

export interface BreviaErrorOptions {
  readonly fields?: readonly FieldError[] | undefined;
  readonly details?: ErrorDetails | undefined;
  readonly cause?: unknown;
}

/** The only error that use-cases throw on purpose. Its message is shown to the caller: no secrets, no internals. */
export class BreviaError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  readonly details?: ErrorDetails;

  constructor(code: ErrorCode, message: string, options: BreviaErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'BreviaError';
    this.code = code;
    this.fields = options.fields ?? [];
    if (options.details !== undefined) this.details = options.details;
  }
}

/** HTTP status of each error (API-2). A reserved alias is the caller's mistake (400), a taken one a conflict (409). */
export const statusOf: Record<ErrorCode, number> = {
  invalid_input: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  alias_taken: 409,
  alias_reserved: 400,
  idempotency_mismatch: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};
