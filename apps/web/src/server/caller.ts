import type { Container } from './container.ts';

const CONTAINER = Symbol.for('brevia.container');
type Home = typeof globalThis & { [CONTAINER]?: Container };

/**
 * Next's bundle and the server's bundle live in one process but are two module graphs: the container travels through the
 * global object, so that both use the same pools and memories. This module imports types only.
 */
export function publishContainer(container: Container): void {
  (globalThis as Home)[CONTAINER] = container;
}

/** @throws Error outside of a running server, such as while Next builds pages */
export function getContainer(): Container {
  const container = (globalThis as Home)[CONTAINER];
  if (container === undefined)
    throw new Error('The server is not running: pages that call procedures are dynamic.');
  return container;
}

/**
 * Who sends the request that a server component renders for.
 * @param headers of the request (`await headers()` of next/headers); the server put address and request id into them
 */
export function actorOf(headers: Headers) {
  return getContainer().identify({
    method: 'GET',
    host: headers.get('host') ?? undefined,
    authorization: undefined,
    cookie: headers.get('cookie') ?? undefined,
    origin: undefined,
    fetchSite: undefined,
    clientAddress: headers.get('x-brevia-client-address') ?? '',
  });
}

/** The procedures, called without HTTP for the user of this request. */
export async function callerFor(headers: Headers) {
  return getContainer().callerFor(await actorOf(headers), headers.get('x-request-id') ?? 'render');
}
