import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ClickBuffer } from '../capture/buffer.ts';
import { captureClick } from '../capture/click.ts';
import type { Peers } from '../capture/peer.ts';
import { createEnding } from '../compose/head.ts';
import type { Counters } from '../metrics/counters.ts';
import type { Latencies } from '../metrics/latency.ts';
import type { MemoryTier } from '../resolve/memory-tier.ts';
import { createRecogniser } from './recognise.ts';

export interface FastLaneOptions {
  readonly memory: MemoryTier;
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
/** Measuring every answer would cost more than it tells. */
const SAMPLE = 64;

/**
 * Puts a recogniser in front of the HTTP parser of `server`. A plain request for a link that memory holds fresh is answered
 * with what was composed beforehand, in one write. Anything else goes to `node:http`, socket and all, and that connection
 * stays there for good: so there is one full parser, and before it something that may only decline.
 */
export function openFastLane(server: Server, options: FastLaneOptions): FastLane {
  const { memory, peers, clicks, counters, latencies, now, isDraining } = options;
  const [slowLane] = server.listeners('connection') as [(this: Server, socket: Socket) => void];
  server.removeAllListeners('connection');
  const recognise = createRecogniser();
  const keepAlive = createEnding(server.keepAliveTimeout);
  const closing = createEnding(0);
  const idle = new Set<Socket>();
  let untilSample = SAMPLE;

  server.on('connection', (socket: Socket) => {
    const peer = peers.of(socket);
    idle.add(socket);

    const answer = (chunk: Buffer): boolean => {
      const request = recognise(chunk);
      if (request === null) return false;
      const entry = memory.get(request.code);
      if (entry === undefined || entry.head === '') return false;
      const at = now();
      if (at >= entry.expiresAt || !memory.isFresh(entry, at)) return false;
      if (isDraining()) {
        socket.write(entry.head + closing.at(at), 'latin1');
        socket.destroySoon();
      } else if (
        !socket.write(entry.head + keepAlive.at(at), 'latin1') &&
        socket.writableLength > MAX_UNREAD
      ) {
        counters.slowReaders += 1;
        socket.destroy();
      }
      captureClick(clicks, entry.clickKey, at, peer, request);
      if (entry.status === 302) counters.fastTemporary += 1;
      else counters.fastPermanent += 1;
      return true;
    };

    const onData = (chunk: Buffer): void => {
      untilSample -= 1;
      if (untilSample > 0) {
        if (!answer(chunk)) handOver(chunk);
        return;
      }
      untilSample = SAMPLE;
      const started = performance.now();
      if (answer(chunk)) latencies.observe('fast', 'memory', performance.now() - started);
      else handOver(chunk);
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
      socket.off('timeout', onTimeout);
      socket.off('error', onTimeout);
      socket.off('close', forget);
    };
    const onEnd = (): void => void socket.end();
    const onTimeout = (): void => void socket.destroy();

    socket.setTimeout(server.keepAliveTimeout);
    socket.on('data', onData);
    socket.on('end', onEnd);
    socket.on('timeout', onTimeout);
    socket.on('error', onTimeout);
    socket.on('close', forget);
  });

  return {
    closeIdle() {
      for (const socket of idle) socket.destroySoon();
    },
  };
}
