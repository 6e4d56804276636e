import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { DEFAULT_DOMAIN } from '@brevia/core';
import type { ClickBuffer } from '../capture/buffer.ts';
import { captureClick, type ClickHeaders } from '../capture/click.ts';
import type { Peer, Peers } from '../capture/peer.ts';
import { createEnding } from '../compose/head.ts';
import type { Counters } from '../metrics/counters.ts';
import type { Latencies } from '../metrics/latency.ts';
import type { Entry } from '../resolve/entry.ts';
import type { HandedOver } from '../resolve/handed-over.ts';
import type { Resolution, Resolver } from '../resolve/resolver.ts';
import { createRecogniser, type PlainRequest } from './recognise.ts';

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
  const idle = new Set<Socket>();
  let untilSample = SAMPLE;

  /** False for a link that does not redirect (any more): the slow lane has the pages for that. */
  const answer = (socket: Socket, peer: Peer, entry: Entry, at: number, headers: ClickHeaders): boolean => {
    if (entry.head === '' || at >= entry.expiresAt) return false;
    if (isDraining()) {
      socket.write(entry.head + closing.at(at), 'latin1');
      socket.destroySoon();
    } else if (!socket.write(entry.head + keepAlive.at(at), 'latin1') && socket.writableLength > MAX_UNREAD) {
      counters.slowReaders += 1;
      socket.destroy();
    }
    captureClick(clicks, entry.clickKey, at, peer, headers);
    if (entry.status === 302) counters.fastTemporary += 1;
    else counters.fastPermanent += 1;
    return true;
  };

  server.on('connection', (socket: Socket) => {
    const peer = peers.of(socket);
    idle.add(socket);

    const onData = (chunk: Buffer): void => {
      untilSample -= 1;
      const started = untilSample === 0 ? performance.now() : 0;
      const request = recognise(chunk);
      if (request === null) return handOver(chunk);
      const at = now();
      const entry = resolver.peek(request.code, at);
      if (entry === undefined) return answerLater(chunk, { ...request });
      if (!answer(socket, peer, entry, at, request)) return handOver(chunk);
      counters.fastTiers.memory += 1;
      if (untilSample <= 0) {
        untilSample = SAMPLE;
        if (started > 0) latencies.observe('fast', 'memory', performance.now() - started);
      }
    };

    /** Nothing more is read until the answer is written, so the order of answers stays that of requests. */
    const answerLater = (chunk: Buffer, request: PlainRequest): void => {
      const started = performance.now();
      idle.delete(socket);
      socket.pause();
      const proceed = (found: Resolution): void => {
        if (socket.destroyed) return;
        if (found.kind === 'found' && answer(socket, peer, found.entry, now(), request)) {
          counters.fastTiers[found.tier] += 1;
          latencies.observe('fast', found.tier, performance.now() - started);
          idle.add(socket);
        } else {
          handedOver.give(socket, request.code, found);
          handOver(chunk);
        }
        socket.resume();
      };
      const known = resolver.resolveNow(request.code);
      if (known !== undefined) return proceed(known);
      const address = peers.visitor(peer, request.forwardedFor, request.forwarded);
      const key = { domain: DEFAULT_DOMAIN, code: request.code };
      resolver
        .lookUp(key, address)
        .then(proceed)
        .catch(() => socket.destroy());
    };

    const handOver = (chunk: Buffer): void => {
      counters.declined += 1;
      forget();
      socket.setTimeout(0);
      slowLane.call(server, socket);
      socket.unshift(chunk);
    };

    const forget = (): void => {
      idle.delete(socket);
      socket.off('data', onData);
      socket.off('end', onEnd);
      socket.off('timeout', onBroken);
      socket.off('error', onBroken);
      socket.off('close', forget);
    };
    const onEnd = (): void => void socket.end();
    const onBroken = (): void => void socket.destroy();

    socket.setTimeout(server.keepAliveTimeout);
    socket.on('data', onData);
    socket.on('end', onEnd);
    socket.on('timeout', onBroken);
    socket.on('error', onBroken);
    socket.on('close', forget);
  });

  return {
    closeIdle() {
      for (const socket of idle) socket.destroySoon();
    },
  };
}
