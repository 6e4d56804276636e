import type { IncomingMessage, ServerResponse } from 'node:http';
import { BreviaError, statusOf } from '@brevia/core';
import type { Actor } from '../actor.ts';
import type { AnswerNotes, Context, Services } from '../context.ts';
import { toBreviaError } from '../failure.ts';
import { openApiDocument } from '../openapi/document.ts';
import { createCaller } from '../trpc/root.ts';
import { discardBody } from './discard-body.ts';
import { linkRoutes } from './link-routes.ts';
import { answerToSnake } from './names.ts';
import { problemHeaders, toProblem } from './problem.ts';
import { qrRoute } from './qr-route.ts';
import { rateHeaders } from './rate-headers.ts';
import { readJsonBody } from './read-body.ts';
import { readIdempotencyKey } from './read-idempotency-key.ts';
import { readQuery } from './read-query.ts';
import { matchPath, type RestReply, type Route } from './route.ts';
import { statsRoutes } from './stats-routes.ts';

export interface RestOptions {
  readonly services: Services;
  /** Public address of the API, such as https://brevia.example/api/v1. */
  readonly apiUrl: string;
  /** Who sends this request. @throws BreviaError unauthorized, forbidden */
  readonly identify: (request: IncomingMessage) => Promise<Actor>;
  /** Gets errors that are ours, not the client's. */
  readonly onInternalError: (error: unknown, requestId: string) => void;
}

export interface RestCall {
  /** Path below the base, such as `/links/abc`. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  readonly requestId: string;
  /** Told which path of the table it is, such as `/links/{code}`. */
  readonly onRoute?: ((path: string) => void) | undefined;
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Idempotent-Replayed',
};

/** All routes that the OpenAPI document describes. @param apiUrl as in RestOptions */
export function restRoutes(apiUrl: string): readonly Route[] {
  return [...linkRoutes(apiUrl), ...statsRoutes, qrRoute];
}

/** `GET /openapi.json`: made once, and the same for everybody. */
function openApiRoute(apiUrl: string): Route {
  const body = JSON.stringify(openApiDocument(apiUrl));
  return {
    method: 'GET',
    path: '/openapi.json',
    query: {},
    run: () => Promise.resolve({ status: 200, text: { type: 'application/json', body } }),
  };
}

/** The public REST API: a thin translation of HTTP to the procedures that the dashboard uses too (section 6). */
export function createRestHandler(options: RestOptions) {
  const routes: readonly Route[] = [...restRoutes(options.apiUrl), openApiRoute(options.apiUrl)];
  return async (request: IncomingMessage, response: ServerResponse, call: RestCall): Promise<void> => {
    const notes: AnswerNotes = {};
    let reply: RestReply;
    try {
      reply = await answer(request, call, notes);
    } catch (error) {
      reply = refuse(error, request, call.requestId, options);
    }
    if (response.destroyed) return;
    const { body, type } = serialise(reply);
    response.writeHead(reply.status, {
      ...CORS,
      'Cache-Control': 'no-store',
      'X-Request-Id': call.requestId,
      ...(type === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
      ...(notes.replayed === true ? { 'Idempotent-Replayed': 'true' } : {}),
      ...rateHeaders(notes.budget),
      ...reply.headers,
    });
    if (request.complete) {
      response.end(body);
      return;
    }
    // With its length told, the answer is whole for the client at once, whatever it still sends.
    response.write(body);
    await discardBody(request);
    response.end();
  };

  async function answer(request: IncomingMessage, call: RestCall, notes: AnswerNotes): Promise<RestReply> {
    const match = matchPath(routes, call.path);
    if (match === null) throw new BreviaError('not_found', 'There is no such resource.');
    const allow = [...match.byMethod.keys(), ...(match.byMethod.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(
      ', ',
    );
    if (request.method === 'OPTIONS') return preflight(allow);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = match.byMethod.get(method as Route['method']);
    if (route === undefined) throw new MethodNotAllowed(allow);
    call.onRoute?.(route.path);
    const query = readQuery(call.search, route.query);
    const actor = await options.identify(request);
    const context: Context = {
      ...options.services,
      actor,
      requestId: call.requestId,
      idempotencyKey: route.method === 'POST' ? readIdempotencyKey(request) : undefined,
      answer: notes,
    };
    return route.run({
      caller: createCaller(context),
      code: match.code,
      query,
      body: route.maxBody === undefined ? {} : await readJsonBody(request, route.maxBody),
    });
  }
}

class MethodNotAllowed extends BreviaError {
  constructor(readonly allow: string) {
    super('method_not_allowed', `This resource answers to ${allow}.`);
  }
}

function preflight(allow: string): RestReply {
  return {
    status: 204,
    headers: {
      Allow: allow,
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
      'Access-Control-Max-Age': '600',
    },
  };
}

function refuse(
  error: unknown,
  request: IncomingMessage,
  requestId: string,
  options: RestOptions,
): RestReply {
  const failure = toBreviaError(error);
  if (failure.code === 'internal' || failure.code === 'unavailable')
    options.onInternalError(error, requestId);
  return {
    status: statusOf[failure.code],
    headers: {
      ...problemHeaders(failure, request.headers.authorization !== undefined),
      ...(failure instanceof MethodNotAllowed ? { Allow: failure.allow } : {}),
      // What is left of the body is not read, so the connection can't carry another request.
      ...(request.complete ? {} : { Connection: 'close' }),
    },
    text: { type: 'application/problem+json', body: JSON.stringify(toProblem(failure, requestId)) },
  };
}

function serialise(reply: RestReply): { body: string | Uint8Array; type?: string } {
  if (reply.text !== undefined) return reply.text;
  if (reply.json === undefined) return { body: '' };
  return { body: JSON.stringify(answerToSnake(reply.json)), type: 'application/json' };
}
