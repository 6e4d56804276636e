import type { IncomingMessage, ServerResponse } from 'node:http';
import { appRouter, toBreviaError, toTrpcError, type Context } from '@brevia/api';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import type { Container } from '../container.ts';
import { addressOf } from './client-address.ts';
import { credentialsOf } from './credentials.ts';
import { requestIdOf } from './request-id.ts';

/** Calls in one HTTP request; a client that wants more sends several (C187). */
const MOST_CALLS = 20;
const LONGEST_BODY = 1_024 * 1_024;

/** /api/trpc on node:http. Mutations answer to POST only (C206). */
export function createTrpcEndpoint(options: {
  readonly container: Container;
  readonly trusted: (address: string) => boolean;
  readonly onInternalError: (error: unknown, requestId: string) => void;
}): (request: IncomingMessage, response: ServerResponse) => void {
  const { container } = options;
  return createHTTPHandler({
    router: appRouter,
    basePath: '/api/trpc/',
    maxBodySize: LONGEST_BODY,
    maxBatchSize: MOST_CALLS,
    createContext: async ({ req }): Promise<Context> => {
      try {
        const actor = await container.identify(credentialsOf(req, addressOf(req, options.trusted)));
        return container.contextFor(actor, requestIdOf(req));
      } catch (error) {
        throw toTrpcError(error);
      }
    },
    responseMeta: () => ({ headers: { 'cache-control': 'no-store' } }),
    onError: ({ error, ctx }) => {
      const { code } = toBreviaError(error);
      if (code === 'internal' || code === 'unavailable')
        options.onInternalError(error.cause ?? error, ctx?.requestId ?? '');
    },
  });
}
