import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { DEFAULT_DOMAIN } from '@brevia/core';
import type { ClickBuffer } from '../capture/buffer.ts';
import type { ClickSpans } from '../capture/headers.ts';
import type { Peer, Peers } from '../capture/peer.ts';
import { createEnding } from '../compose/head.ts';
import type { Counters } from '../metrics/counters.ts';
import type { Latencies } from '../metrics/latency.ts';
import type { Entry } from '../resolve/entry.ts';
import type { HandedOver } from '../resolve/handed-over.ts';
import type { Resolution, Resolver } from '../resolve/resolver.ts';
import { createRecogniser, type PlainRequest } from './recognise.ts';
import { replay } from './replay.ts';

export interface FastLaneOptions {
  readonly resolver: Resolver;
  readonly handedOver: HandedOver;
  readonly peers: Peers;
  readonly clicks: ClickBuffer;
  readonly counters: Counters;
  readonly latencies: Latencies;
  readonly now: () => number;
  readonly isDraining: () => boolean;
}

export interface FastLane {
  /** Ends the connections that are waiting for a request in this lane. */
  closeIdle(): void;
}

interface Connection {
  readonly socket: Socket;
  readonly peer: Peer;
  /** When its last request came, or itself. */
  usedAt: number;
}

/** A reader so slow that this much waits for it gets nothing more. */
const MAX_UNREAD = 65_536;
/** Measuring every answer from memory would cost more than it tells. */
const SAMPLE = 64;

/**
 * Puts a recogniser in front of the HTTP parser of `server`. A plain request for a link that redirects is answered with
 * what was composed beforehand, in one write: at once when memory holds the link fresh, after a look further down
 * otherwise. Anything else goes to `node:http`, socket and all, and that connection stays there for good: so there is one
 * full parser, and before it something that may only decline.
 */
export function openFastLane(server: Server, options: FastLaneOptions): FastLane {
  const { resolver, handedOver, peers, clicks, counters, latencies, now, isDraining } = options;
  const [slowLane] = server.listeners('connection') as [(this: Server, socket: Socket) => void];
  server.removeAllListeners('connection');
  const recognise = createRecogniser();
  const keepAlive = createEnding(server.keepAliveTimeout);
  const closing = createEnding(0);
  const idle = new Set<Connection>();
  let untilSample = SAMPLE;

  /** False for what the slow lane has to compose: pages of links that do not redirect (any more), forwarded queries. */
  const answer = (
    { socket, peer }: Connection,
    entry: Entry,
    at: number,
    chunk: Buffer,
    request: PlainRequest,
  ): boolean => {
    if (entry.head === '' || at >= entry.expiresAt) return false;
    if (request.hasQuery && entry.link?.forwardQuery === true) return false;
    const isLast = isDraining();
    const ending = isLast ? closing.at(at) : keepAlive.at(at);
    if (entry.ending !== ending) {
      entry.answer = entry.head + ending;
      entry.ending = ending;
    }
    const isRead = socket.write(entry.answer, 'latin1');
    if (isLast) {
      socket.destroySoon();
    } else if (!isRead && socket.writableLength > MAX_UNREAD) {
      counters.slowReaders += 1;
      socket.destroy();
    }
    clicks.pushRequest(entry.clickKey, at, peer, chunk, request);
    if (entry.status === 302) counters.fastTemporary += 1;
    else counters.fastPermanent += 1;
    return true;
  };

  server.on('connection', (socket: Socket) => {
    const connection: Connection = { socket, peer: peers.of(socket), usedAt: now() };
    idle.add(connection);
    let isWaiting = false;
    /** The client has closed its half while it waited for its answer. */
    let hasEnded = false;

    const onData = (chunk: Buffer): void => {
      untilSample -= 1;
      const started = untilSample === 0 ? performance.now() : 0;
      const request = recognise(chunk);
      if (request === null) return handOver(chunk);
      const at = now();
      connection.usedAt = at;
      const entry = resolver.peek(request.code, at);
      if (entry === undefined) return answerLater(chunk, { ...request });
      if (!answer(connection, entry, at, chunk, request)) return handOver(chunk);
      counters.fastTiers.memory += 1;
      if (untilSample <= 0) {
        untilSample = SAMPLE;
        if (started > 0) latencies.observe('fast', 'memory', performance.now() - started);
      }
    };

    /** Nothing more is read until the answer is written, so the order of answers stays that of requests. */
    const answerLater = (chunk: Buffer, request: PlainRequest): void => {
      const started = performance.now();
      idle.delete(connection);
      socket.pause();
      isWaiting = true;
      const proceed = (found: Resolution): void => {
        if (socket.destroyed) return;
        isWaiting = false;
        if (found.kind === 'found' && answer(connection, found.entry, now(), chunk, request)) {
          counters.fastTiers[found.tier] += 1;
          latencies.observe('fast', found.tier, performance.now() - started);
          connection.usedAt = now();
          idle.add(connection);
          if (hasEnded) socket.end();
        } else {
          const stream = hasEnded ? replay(socket, chunk) : socket;
          peers.introduce(stream, connection.peer);
          handedOver.give(stream, request.code, found);
          if (hasEnded) slowLane.call(server, stream);
          else handOver(chunk);
        }
        socket.resume();
      };
      const known = resolver.resolveNow(request.code);
      if (known !== undefined) return proceed(known);
      const { peer } = connection;
      const address = peer.isProxy ? peers.visitor(peer, ...sources(chunk, request)) : peer.address;
      const key = { domain: DEFAULT_DOMAIN, code: request.code };
      resolver
        .lookUp(key, address)
        .then(proceed)
        .catch(() => socket.destroy());
    };

    const handOver = (chunk: Buffer): void => {
      counters.declined += 1;
      forget();
      slowLane.call(server, socket);
      socket.unshift(chunk);
    };

    const forget = (): void => {
      idle.delete(connection);
      socket.off('data', onData);
      socket.off('end', onEnd);
      socket.off('error', onError);
      socket.off('close', forget);
    };
    const onEnd = (): void => {
      if (isWaiting) hasEnded = true;
      else socket.end();
    };
    const onError = (): void => void socket.destroy();

    socket.on('data', onData);
    socket.on('end', onEnd);
    socket.on('error', onError);
    socket.on('close', forget);
  });

  // One look at all of them, since a timer of each socket would be set anew at every read and write.
  const sweep = setInterval(() => {
    const oldest = now() - server.keepAliveTimeout;
    for (const connection of idle) if (connection.usedAt < oldest) connection.socket.destroy();
  }, server.keepAliveTimeout / 8).unref();
  server.once('close', () => clearInterval(sweep));

  return {
    closeIdle() {
      for (const { socket } of idle) socket.destroySoon();
    },
  };
}

/** X-Forwarded-For and Forwarded of a request, as text. */
function sources(chunk: Buffer, spans: ClickSpans): [forwardedFor: string, forwarded: string] {
  return [
    chunk.toString('latin1', spans.forwardedForAt, spans.forwardedForEnd),
    chunk.toString('latin1', spans.forwardedAt, spans.forwardedEnd),
  ];
}
