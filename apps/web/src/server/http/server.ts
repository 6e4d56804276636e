import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createRestHandler } from '@brevia/api';
import { toNodeHandler } from 'better-auth/node';
import type { Tracing } from '@brevia/telemetry';
import type { Logger } from 'pino';
import { CLIENT_ADDRESS_HEADER } from '../auth.ts';
import type { Container } from '../container.ts';
import { isCrossSite } from '../session.ts';
import { createRequestSpans, type RequestSpan } from '../traces/request-spans.ts';
import { addressOf } from './client-address.ts';
import { credentialsOf } from './credentials.ts';
import { answerHealth, answerReady, type Dependency } from './health.ts';
import { answerDocs } from './docs-page.ts';
import type { Metrics } from './metrics.ts';
import { pageUrl } from './page-url.ts';
import { requestIdOf } from './request-id.ts';
import { securityHeaders, setHeaders } from './security-headers.ts';
import { createTrpcEndpoint } from './trpc-endpoint.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface ServerOptions {
  readonly container: Container;
  /** Next's request handler; null in tests: then there are no pages. */
  readonly next: Handler | null;
  readonly trusted: (address: string) => boolean;
  readonly dependencies: readonly Dependency[];
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Undefined where nobody wants traces. */
  readonly tracing?: Tracing | undefined;
  readonly isDev: boolean;
}

export interface WebServer extends Server {
  /** From now on /readyz says no and connections end after their answer. */
  startDraining(): void;
  /** Resolves when the last request has its answer. */
  drain(): Promise<void>;
}

/** Everything on one port: REST, tRPC and auth are answered here, on node:http, the rest by Next. */
export function createServer(options: ServerOptions): WebServer {
  const { container, log, metrics, trusted } = options;
  const fixedHeaders = securityHeaders({
    isDev: options.isDev,
    isHttps: container.webUrl.startsWith('https:'),
  });
  const onInternalError = (error: unknown, requestId: string) => {
    metrics.problem('request');
    log.error({ err: error, requestId }, 'a request failed on our side');
  };
  const rest = createRestHandler({
    services: container.services,
    apiUrl: `${container.webUrl}/api/v1`,
    identify: (request) => container.identify(credentialsOf(request, addressOf(request, trusted))),
    onInternalError,
  });
  const trpc = createTrpcEndpoint({ container, trusted, onInternalError });
  const auth = toNodeHandler(container.auth);
  const spanOf = createRequestSpans(options.tracing);
  let isDraining = false;

  async function route(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    span: RequestSpan,
  ): Promise<string> {
    const url = request.url ?? '/';
    const question = url.indexOf('?');
    const path = question === -1 ? url : url.slice(0, question);
    const api = below(path, '/api/v1') ?? below(path, '/v1');
    if (api === '/docs') {
      response.writeHead(308, { Location: '/docs' }).end();
      return 'docs';
    }
    if (api !== null) {
      await rest(request, response, {
        path: api,
        search: question === -1 ? '' : url.slice(question),
        requestId,
        onRoute: span.atRoute,
      });
      return 'rest';
    }
    setHeaders(response, fixedHeaders);
    response.setHeader('X-Request-Id', requestId);
    if (path === '/healthz' || path === '/readyz') {
      if (path === '/healthz') answerHealth(response);
      else await answerReady(response, options.dependencies, isDraining);
      return 'health';
    }
    if (below(path, '/docs') !== null && (await answerDocs(path, response))) return 'docs';
    if (path.startsWith('/api/trpc/')) {
      request.headers['x-request-id'] = requestId;
      trpc(request, response);
      return 'trpc';
    }
    request.headers[CLIENT_ADDRESS_HEADER] = addressOf(request, trusted);
    if (path.startsWith('/api/auth/')) {
      // better-auth checks origins too, but not in every mode; OAuth returns come by GET.
      if (isCrossSite(credentialsOf(request, ''), new URL(container.webUrl).origin)) {
        response.writeHead(403, { 'Content-Type': 'application/json' }).end('{"code":"CROSS_SITE"}');
        return 'auth';
      }
      // Signing out, changing a password, removing a member: whatever was remembered may be wrong now.
      if (request.method !== 'GET') response.once('close', container.forgetCredentials);
      await auth(request, response);
      return 'auth';
    }
    request.headers['x-request-id'] = requestId;
    request.url = pageUrl(url);
    if (options.next === null) response.writeHead(404).end();
    else await options.next(request, response);
    return 'page';
  }

  const server = createHttpServer(
    { maxHeaderSize: 32 * 1_024, requestTimeout: 30_000 },
    (request, response) => {
      const started = performance.now();
      const requestId = requestIdOf(request);
      const span = spanOf(request, requestId);
      if (isDraining) response.setHeader('Connection', 'close');
      let area = 'page';
      response.once('close', () => {
        const ms = performance.now() - started;
        metrics.observe(area, response.statusCode, ms / 1_000);
        span.end(response.statusCode);
        // The path without its query: secrets must not get into logs (C211).
        log.info(
          {
            requestId,
            traceId: span.traceId,
            method: request.method,
            path: request.url?.split('?')[0],
            status: response.statusCode,
            ms: Math.round(ms),
          },
          'request',
        );
      });
      const answer = span.within(() => route(request, response, requestId, span));
      answer.then(
        (found) => {
          area = found;
        },
        (error: unknown) => {
          span.within(() => onInternalError(error, requestId));
          if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' });
          response.end('Something went wrong on our side.');
        },
      );
    },
  );
  return Object.assign(server, {
    startDraining() {
      isDraining = true;
    },
    drain: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeIdleConnections();
      }),
  });
}

/** The path below a base: `/links` of `/api/v1/links`; null where the base does not match. */
function below(path: string, base: string): string | null {
  if (path === base) return '/';
  return path.startsWith(`${base}/`) ? path.slice(base.length) : null;
}
