import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Fit for logs and headers, so that a client can't write into either. */
const SANE = /^[0-9A-Za-z._-]{8,64}$/;

/** The caller's `X-Request-Id` when it is sane, a new one otherwise. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID();
}
