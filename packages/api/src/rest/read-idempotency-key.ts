import type { IncomingMessage } from 'node:http';
import { BreviaError } from '@brevia/core';
import { verbatim } from './names.ts';

/**
 * The `Idempotency-Key` header (draft-ietf-httpapi-idempotency-key-header): a quoted string there, but bare in most
 * clients, so both are read.
 * @throws BreviaError invalid_input
 */
export function readIdempotencyKey(request: IncomingMessage): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const text = Array.isArray(header) ? header.join(', ') : header;
  const key =
    /^"([\x20-\x21\x23-\x7e]{1,255})"$/.exec(text)?.[1] ?? /^([\x21\x23-\x7e]{1,255})$/.exec(text)?.[1];
  if (key !== undefined) return key;
  const message = 'Must be 1 to 255 visible ASCII characters.';
  throw new BreviaError('invalid_input', message, {
    fields: [{ field: verbatim('Idempotency-Key'), code: 'invalid_value', message }],
  });
}
