import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Counters } from './metrics/counters.ts';
import { refuse } from './slow-lane/refuse.ts';

/** The one HTTP parser of the redirector, with limits for clients that are slow on purpose. */
export function createHttpServer(options: {
  handle: (req: IncomingMessage, res: ServerResponse) => void;
  keepAliveMs: number;
  counters: Counters;
}): Server {
  const server = createServer(
    {
      keepAliveTimeout: options.keepAliveMs,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16_384,
    },
    options.handle,
  );
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    options.counters.clientErrors += 1;
    if (error.code === 'ECONNRESET') return void socket.destroy();
    refuse(socket, statusOf(error.code));
  });
  // node:http gives CONNECT to this event alone, and without a listener cuts the connection without a word.
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // The connection is no longer one of `node:http`: its errors and its end are ours.
    socket.on('error', () => socket.destroy());
    refuse(socket, '405 Method Not Allowed', 'Allow: GET, HEAD\r\n');
  });
  // A client that has said all it wants to say may close its half of the connection, and still gets its answer.
  return Object.assign(server, { httpAllowHalfOpen: true });
}

function statusOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout';
  return '400 Bad Request';
}

/** Listens, and says which port was taken when one was. @returns the address as a URL */
export function listen(server: NetServer, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use already.`) : error);
    });
    server.listen({ port, host, backlog: 4_096 }, () => {
      const address = server.address() as AddressInfo;
      const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
      resolve(`http://${name.includes(':') ? `[${name}]` : name}:${address.port}`);
    });
  });
}

/**
 * Takes no new connection and waits for those that are open: each is closed by its next answer (`Connection: close`),
 * and the ones without a request after half of the time.
 */
export async function drain(server: Server, closeIdle: () => void, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // Not the close of http.Server: that one cuts idle connections at once, under requests that are on their way.
    NetServer.prototype.close.call(server, () => resolve());
  });
  const halfTime = setTimeout(() => {
    closeIdle();
    server.closeIdleConnections();
  }, graceMs / 2);
  const fullTime = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(halfTime);
  clearTimeout(fullTime);
}
