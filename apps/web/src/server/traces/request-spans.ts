import type { IncomingMessage } from 'node:http';
import type { Tracing } from '@brevia/telemetry';
import { routeOf } from './route-of.ts';

/** The span of one request. */
export interface RequestSpan {
  readonly traceId: string | undefined;
  /** Runs the request's work, promises included, with its span around it. */
  within<T>(work: () => T): T;
  /** It is known by now which route of the REST API it is: `/links/{code}`. */
  atRoute(this: void, path: string): void;
  end(status: number): void;
}

const NONE: RequestSpan = {
  traceId: undefined,
  within: (work) => work(),
  atRoute: () => undefined,
  end: () => undefined,
};

/**
 * Begins a span for each request, in the trace that the caller names where it names one. Only its method, the kind of its path,
 * its status and our request id are in it.
 * @param tracing undefined makes none
 */
export function createRequestSpans(
  tracing: Tracing | undefined,
): (request: IncomingMessage, requestId: string) => RequestSpan {
  if (tracing === undefined) return () => NONE;
  return (request, requestId) => {
    const route = routeOf(request.url?.split('?', 1)[0] ?? '/');
    if (route === null) return NONE;
    const method = request.method ?? 'GET';
    const { traceparent } = request.headers;
    const span = tracing.start(`${method} ${route}`, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      attributes: { 'http.request.method': method, 'http.route': route, 'brevia.request_id': requestId },
    });
    return {
      traceId: span.traceId,
      within: (work) => tracing.within(span, work),
      atRoute: (path) => {
        span.rename(`${method} /api/v1${path}`);
        span.set({ 'http.route': `/api/v1${path}` });
      },
      end(status) {
        span.set({ 'http.response.status_code': status });
        if (status >= 500) span.fail(undefined);
        span.end();
      },
    };
  };
}
