import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LinkCache } from '@brevia/cache';
import type { LinkKey, RedirectLink } from '@brevia/core';
import type { Attributes, Span, Tracing } from '@brevia/telemetry';
import { nameOf } from '../resolve/memory-tier.ts';
import type { Resolution, Resolver } from '../resolve/resolver.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;
interface Store {
  find(key: LinkKey): Promise<RedirectLink | null>;
}

/** Where a redirector without traces would hand over a part, one with traces hands over the same part in spans. */
export interface RequestTraces {
  cache(cache: LinkCache): LinkCache;
  store(store: Store): Store;
  resolver(resolver: Resolver): Resolver;
  slowLane(handle: Handler): Handler;
}

/** Gives every part back as it came: without traces not even a branch is added. */
export const untraced: RequestTraces = {
  cache: (cache) => cache,
  store: (store) => store,
  resolver: (resolver) => resolver,
  slowLane: (handle) => handle,
};

/** Asked by probes every few seconds. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/health', '/readyz']);
const FIXED: ReadonlySet<string | undefined> = new Set(['/', '/robots.txt', '/favicon.ico']);

/**
 * Spans of look-ups that leave the process, and of requests in the slow lane. What memory answers in the fast lane has none.
 *
 * Parents are handed on by the name of the link that is looked up, and not by AsyncLocalStorage: that would make each promise
 * of the process dearer, those of requests without a span included (Node 20).
 */
export function createRequestTraces(tracing: Tracing): RequestTraces {
  /** Of each link that is being looked up, the span of whoever asked first. */
  const asking = new Map<string, Span>();
  /** The request that the slow lane looks at in this very moment. */
  let serving: Span | undefined;

  const below = async <T>(
    key: LinkKey,
    name: string,
    work: () => Promise<T>,
    describe: (answer: T) => Attributes = () => ({}),
  ): Promise<T> => {
    const parent = asking.get(nameOf(key));
    if (parent === undefined) return work();
    const span = tracing.start(name, { kind: 'client', parent });
    try {
      const answer = await work();
      span.set(describe(answer));
      return answer;
    } catch (error) {
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    cache: (cache) => ({
      ...cache,
      get: (key) =>
        below(
          key,
          'redis get link',
          () => cache.get(key),
          (found) => ({ 'brevia.found': found !== undefined, 'brevia.fresh': found?.fresh }),
        ),
      put: (link, readAt) => below(link, 'redis put link', () => cache.put(link, readAt)),
      remove: (link) => below(link, 'redis remove link', () => cache.remove(link)),
    }),
    store: (store) => ({
      find: (key) =>
        below(
          key,
          'SELECT links',
          () => store.find(key),
          (link) => ({ 'brevia.found': link !== null }),
        ),
    }),
    resolver: (resolver) => ({
      ...resolver,
      async lookUp(key, address) {
        const name = nameOf(key);
        const isFirst = !asking.has(name);
        const span = tracing.start('look up link', {
          parent: serving,
          attributes: { 'brevia.shared': !isFirst },
        });
        if (isFirst) asking.set(name, span);
        try {
          const found = await resolver.lookUp(key, address);
          span.set(described(found));
          return found;
        } catch (error) {
          span.fail(error);
          throw error;
        } finally {
          if (isFirst) asking.delete(name);
          span.end();
        }
      },
    }),
    slowLane: (handle) => (req, res) => {
      const path = req.url?.split('?', 1)[0];
      if (PROBES.has(path)) return handle(req, res);
      const method = req.method ?? 'GET';
      const route = path !== undefined && FIXED.has(path) ? path : '/{code}';
      const span = tracing.start(`${method} ${route}`, {
        kind: 'server',
        parent: traceparentOf(req),
        attributes: { 'http.request.method': method, 'http.route': route },
      });
      res.once('close', () => {
        span.set({ 'http.response.status_code': res.statusCode });
        if (res.statusCode >= 500) span.fail(undefined);
        span.end();
      });
      serving = span;
      try {
        handle(req, res);
      } finally {
        serving = undefined;
      }
    },
  };
}

function described(resolution: Resolution): Attributes {
  const tier = resolution.kind === 'found' || resolution.kind === 'unknown' ? resolution.tier : undefined;
  return { 'brevia.outcome': resolution.kind, 'brevia.tier': tier };
}

function traceparentOf({ headers }: IncomingMessage): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? traceparent : undefined;
}
