import type { Server } from 'node:http';
import { createBreaker, noLinkCache } from '@brevia/cache';
import { DEFAULT_DOMAIN, parseTrustedProxies, type RedirectLink } from '@brevia/core';
import { createClickBuffer } from '../capture/buffer.ts';
import { readBatch, type CapturedBatch, type CapturedClick } from '../capture/layout.ts';
import { createPeers } from '../capture/peer.ts';
import { createPages } from '../compose/page.ts';
import { openFastLane } from '../fast-lane/lane.ts';
import { createReadiness } from '../health/readiness.ts';
import { createCounters, type Counters } from '../metrics/counters.ts';
import { createLatencies } from '../metrics/latency.ts';
import { createHandedOver } from '../resolve/handed-over.ts';
import { createMemoryTier } from '../resolve/memory-tier.ts';
import { createResolver } from '../resolve/resolver.ts';
import { createScanLimiter } from '../resolve/scan-limiter.ts';
import { createUnknownCodes } from '../resolve/unknown-codes.ts';
import { createHttpServer, drain, listen } from '../server.ts';
import { createPageAnswer } from '../slow-lane/answers.ts';
import { createHandler, reservedCodes } from '../slow-lane/handler.ts';
import { plainLink } from './links.ts';

export interface LaneOptions {
  readonly links?: readonly Partial<RedirectLink>[];
  /** Without it only `node:http` answers: what the fast lane is held against. */
  readonly fastLane?: boolean;
  readonly trustedProxies?: string;
  readonly cdnMaxAge?: number;
  readonly unknownPerMinute?: number;
  readonly now?: () => number;
  readonly freshMs?: number;
  /** Takes the place of the links: throws, waits, whatever. */
  readonly find?: (code: string) => Promise<RedirectLink | null>;
}

/** A captured click without its time. */
export type Captured = Omit<CapturedClick, 'ts'>;

export interface Lanes {
  readonly url: string;
  readonly server: Server;
  readonly counters: Counters;
  /** Clicks captured so far, in order. */
  captured(): Captured[];
  setDraining(): void;
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Both lanes over links that stand in a map: real sockets, no engines. */
export async function openLanes(options: LaneOptions = {}): Promise<Lanes> {
  const { fastLane = true, now = Date.now } = options;
  const links = new Map((options.links ?? []).map((given) => [given.code, { ...plainLink, ...given }]));
  const find = options.find ?? ((code: string) => Promise.resolve(links.get(code) ?? null));
  const counters = createCounters();
  const latencies = createLatencies();
  const policy = { cdnMaxAge: options.cdnMaxAge ?? 0 };
  const peers = createPeers(parseTrustedProxies(options.trustedProxies ?? '').trusted);
  const handedOver = createHandedOver();
  const batches: CapturedBatch[] = [];
  const clicks = createClickBuffer({ deliver: (batch) => void batches.push(batch) });
  let isDraining = false;
  const resolver = createResolver({
    memory: createMemoryTier({ max: 1_000, freshMs: options.freshMs ?? 5_000, policy, now }),
    unknown: createUnknownCodes({ max: 1_000, ttlMs: 1_000, now }),
    cache: noLinkCache,
    store: { find: ({ domain, code }) => (domain === DEFAULT_DOMAIN ? find(code) : Promise.resolve(null)) },
    storeBreaker: createBreaker(),
    limiter: createScanLimiter({
      burst: options.unknownPerMinute ?? 1_000_000,
      perMinute: options.unknownPerMinute ?? 1_000_000,
      maxClients: 100,
      now,
    }),
    counters,
    now,
    storeTimeoutMs: 1_000,
    maxStoreLookups: 100,
    staleMs: 1_000,
    defer: queueMicrotask,
    reserved: reservedCodes,
  });
  const lanes = {
    resolver,
    handedOver,
    peers,
    clicks,
    counters,
    latencies,
    now,
    isDraining: () => isDraining,
  };
  const server = createHttpServer({
    keepAliveMs: 5_000,
    counters,
    handle: createHandler({
      ...lanes,
      policy,
      answerPage: createPageAnswer(createPages('Operator & Sons')),
      readiness: createReadiness({
        store: () => Promise.resolve(),
        redis: null,
        clicks: () => 'up',
        isDraining: () => isDraining,
        now,
      }),
      onFailure: () => undefined,
    }),
  });
  const fast = fastLane ? openFastLane(server, lanes) : { closeIdle: () => undefined };
  const url = await listen(server, 0, '127.0.0.1');
  return {
    url,
    server,
    counters,
    captured() {
      clicks.flush();
      return batches.flatMap(readBatch).map(({ ts: _, ...click }) => click);
    },
    setDraining: () => (isDraining = true),
    drain(graceMs) {
      isDraining = true;
      return drain(server, () => fast.closeIdle(), graceMs);
    },
    close: async () => {
      clicks.flush();
      await drain(server, () => fast.closeIdle(), 0);
    },
  };
}
