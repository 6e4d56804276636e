import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Counters } from './metrics/counters.ts';

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
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    socket.end(`HTTP/1.1 ${statusOf(error.code)}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  });
  // node:http gives CONNECT to this event alone, and without a listener cuts the connection without a word.
  server.on('connect', (_request: IncomingMessage, stream: Duplex) => refuseTunnel(stream));
  return server;
}

/** Long enough to read a refusal; whoever goes on sending after it is not waited for. */
const REFUSAL_MS = 1_000;

/** The connection is no longer one of `node:http`: its errors and its end are ours. */
function refuseTunnel(stream: Duplex): void {
  stream.on('error', () => stream.destroy());
  stream.end(
    'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  );
  stream.resume();
  setTimeout(() => stream.destroy(), REFUSAL_MS).unref();
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
