import type { IncomingMessage, ServerResponse } from 'node:http';
import { codeFromPath, DEFAULT_DOMAIN, decide } from '@brevia/core';
import type { ClickBuffer } from '../capture/buffer.ts';
import type { Peers } from '../capture/peer.ts';
import { redirectHeaders, type CachePolicy } from '../compose/redirect.ts';
import type { Counters, Tier } from '../metrics/counters.ts';
import type { Latencies } from '../metrics/latency.ts';
import type { HandedOver } from '../resolve/handed-over.ts';
import type { Resolution, Resolver } from '../resolve/resolver.ts';
import { answerFavicon, answerJson, answerRobots, type Answer } from './answers.ts';
import { isUnambiguous, readDetails } from './request-headers.ts';
import { parseRequestTarget } from './target.ts';

export interface HandlerOptions {
  readonly resolver: Resolver;
  readonly handedOver: HandedOver;
  readonly peers: Peers;
  readonly clicks: ClickBuffer;
  readonly answerPage: Answer;
  readonly policy: CachePolicy;
  readonly counters: Counters;
  readonly latencies: Latencies;
  readonly now: () => number;
  readonly isDraining: () => boolean;
  readonly readiness: () => Promise<{ readonly status: number; readonly report: object }>;
  readonly onFailure: (error: unknown) => void;
}

/** Fixed paths that have the form of a code; the fast lane must not take them for links. */
export const reservedCodes: ReadonlySet<string> = new Set(['health', 'healthz', 'readyz']);

const RETRY_AFTER_SECONDS = '2';

/** Every request that is not beyond doubt a plain one for a fresh link: all methods, paths and states of a link. */
export function createHandler(options: HandlerOptions): (req: IncomingMessage, res: ServerResponse) => void {
  const { resolver, peers, clicks, answerPage, policy, counters, latencies, now } = options;

  const finish = (started: number, tier: Tier, status: number): void => {
    counters.tiers[tier] += 1;
    counters.statuses.set(status, (counters.statuses.get(status) ?? 0) + 1);
    latencies.observe('slow', tier, performance.now() - started);
  };

  const fail = (req: IncomingMessage, res: ServerResponse, error: unknown): void => {
    counters.failures += 1;
    options.onFailure(error);
    if (res.headersSent) res.destroy();
    else answerPage(req, res, 500, 'failed');
  };

  const answer = (
    req: IncomingMessage,
    res: ServerResponse,
    query: string,
    resolution: Resolution,
    started: number,
  ): void => {
    if (resolution.kind === 'unavailable') {
      answerPage(req, res, 503, 'unavailable', ['Retry-After', RETRY_AFTER_SECONDS]);
      return finish(started, 'none', 503);
    }
    if (resolution.kind === 'slow-down') {
      counters.slowedDown += 1;
      answerPage(req, res, 429, 'slow-down', ['Retry-After', String(resolution.retryAfter)]);
      return finish(started, 'none', 429);
    }
    const at = now();
    const entry = resolution.kind === 'found' ? resolution.entry : null;
    const link = entry?.link ?? null;
    // What `decide` said when the entry was made holds until its expiry.
    if (entry === null || link === null || entry.head === '' || at >= entry.expiresAt) {
      const status = decide(link, at).kind === 'gone' ? 410 : 404;
      answerPage(req, res, status, status === 410 ? 'gone' : 'not-found');
      return finish(started, resolution.tier, status);
    }
    const forwards = query !== '' && link.forwardQuery;
    const headers = forwards ? redirectHeaders(link, entry.status, query, policy) : entry.headers;
    res.writeHead(entry.status, headers as string[]);
    res.end();
    if (req.method === 'GET') {
      const details = readDetails(req.headers);
      if (!details.isSpeculative) clicks.pushHeaders(entry.clickKey, at, peers.of(req.socket), details);
    }
    finish(started, resolution.tier, entry.status);
  };

  const answerFixed = (req: IncomingMessage, res: ServerResponse, path: string): boolean => {
    switch (path) {
      case '/':
        answerPage(req, res, 200, 'home');
        return true;
      case '/healthz':
      case '/health':
        answerJson(req, res, 200, { status: 'alive' });
        return true;
      case '/readyz':
        options.readiness().then(
          ({ status, report }) => answerJson(req, res, status, report),
          (error: unknown) => fail(req, res, error),
        );
        return true;
      case '/robots.txt':
        answerRobots(req, res);
        return true;
      case '/favicon.ico':
        answerFavicon(req, res);
        return true;
      default:
        return false;
    }
  };

  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    const started = performance.now();
    if (options.isDraining()) res.shouldKeepAlive = false;
    if (!isUnambiguous(req.headers, req.rawHeaders)) {
      res.shouldKeepAlive = false;
      answerPage(req, res, 400, 'bad-request');
      return finish(started, 'none', 400);
    }
    if (req.httpVersionMajor !== 1) {
      res.shouldKeepAlive = false;
      answerPage(req, res, 505, 'bad-request');
      return finish(started, 'none', 505);
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      answerPage(req, res, 405, 'method', ['Allow', 'GET, HEAD']);
      return finish(started, 'none', 405);
    }
    const target = parseRequestTarget(req.url ?? '');
    if (target === null) {
      answerPage(req, res, 400, 'bad-request');
      return finish(started, 'none', 400);
    }
    if (answerFixed(req, res, target.path)) return;
    const code = codeFromPath(target.path)?.code;
    if (code === undefined) {
      answerPage(req, res, 404, 'not-found');
      return finish(started, 'none', 404);
    }
    const known = options.handedOver.take(req.socket, code) ?? resolver.resolveNow(code);
    if (known !== undefined) return answer(req, res, target.query, known, started);
    const { forwardedFor, forwarded } = readDetails(req.headers);
    // The default domain is the only one; hosts that are not registered mean it too (LINK-1).
    const key = { domain: DEFAULT_DOMAIN, code };
    const address = peers.visitor(peers.of(req.socket), forwardedFor, forwarded);
    resolver
      .lookUp(key, address)
      .then((resolved) => answer(req, res, target.query, resolved, started))
      .catch((error: unknown) => fail(req, res, error));
  };

  return (req, res) => {
    try {
      handle(req, res);
    } catch (error) {
      fail(req, res, error);
    }
  };
}
