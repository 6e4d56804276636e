import {
  createBreaker,
  createChangeChannel,
  createLinkCache,
  createRedis,
  withBreaker,
  type RedisClient,
} from '@brevia/cache';
import { parseTrustedProxies } from '@brevia/core';
import { createRedirectReader } from '@brevia/db/redirect';
import { openTracing, type Tracing } from '@brevia/telemetry';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createClickBuffer } from './capture/buffer.ts';
import { createPeers } from './capture/peer.ts';
import { createPages } from './compose/page.ts';
import type { Config } from './config.ts';
import { openFastLane } from './fast-lane/lane.ts';
import { createReadiness } from './health/readiness.ts';
import { createCounters } from './metrics/counters.ts';
import { createLatencies } from './metrics/latency.ts';
import { createRegistry } from './metrics/registry.ts';
import { startPublisherThread } from './publish/supervisor.ts';
import { threadFile } from './publish/thread-file.ts';
import { createHandedOver } from './resolve/handed-over.ts';
import { createMemoryTier } from './resolve/memory-tier.ts';
import { createResolver } from './resolve/resolver.ts';
import { createScanLimiter } from './resolve/scan-limiter.ts';
import { createUnknownCodes } from './resolve/unknown-codes.ts';
import { createHttpServer, drain, listen } from './server.ts';
import { createPageAnswer } from './slow-lane/answers.ts';
import { createHandler, reservedCodes } from './slow-lane/handler.ts';
import { createRequestTraces, untraced } from './traces/requests.ts';

export interface Redirector {
  readonly url: string;
  readonly registry: Registry;
  /** Drains connections, then clicks, then lets go of everything. */
  stop(): Promise<void>;
}

/** Numbers that nobody has needed to set; each is explained where it is used. */
const fixed = {
  memoryEntries: 10_000,
  memoryFreshMs: 5_000,
  // Without Redis nobody tells of changes, so memory looks down more often.
  memoryFreshAloneMs: 1_000,
  unknownCodes: 50_000,
  unknownMs: 1_000,
  staleMs: 1_000,
  refreshMs: 25,
  redisTimeoutMs: 75,
  storeTimeoutMs: 1_500,
  storePool: 10,
  maxStoreLookups: 500,
  scanClients: 50_000,
  maxPendingClicks: 50_000,
  publishTimeoutMs: 5_000,
} as const;

/**
 * One redirector in this process: adapters, tiers, lanes. Waits for none of its engines.
 * @param limits.maxPendingClicks clicks that may wait for the stream; more are dropped and counted
 */
export async function startRedirector(
  config: Config,
  log: Logger,
  { maxPendingClicks = fixed.maxPendingClicks }: { readonly maxPendingClicks?: number } = {},
): Promise<Redirector> {
  const now = Date.now;
  const counters = createCounters();
  const latencies = createLatencies();
  const policy = { cdnMaxAge: config.cdnMaxAge };
  const peers = createPeers(parseTrustedProxies(config.trustedProxies).trusted);
  let isDraining = false;

  const tracing = await openTraces(config, log);
  const traces = tracing === undefined ? untraced : createRequestTraces(tracing);
  const redis = connectRedis(config, log);
  const redisBreaker = createBreaker({ failures: 3, restMs: 500 });
  const storeBreaker = createBreaker({ failures: 5, restMs: 500 });
  const store = createRedirectReader({
    url: config.databaseUrl,
    dialect: config.dialect,
    poolMax: fixed.storePool,
    timeoutMs: fixed.storeTimeoutMs,
    onConnectionError: (error) => log.warn({ err: error }, 'a connection to the link store broke'),
  });

  const memory = createMemoryTier({
    max: fixed.memoryEntries,
    freshMs: redis === undefined ? fixed.memoryFreshAloneMs : fixed.memoryFreshMs,
    policy,
    now,
  });
  const unknown = createUnknownCodes({ max: fixed.unknownCodes, ttlMs: fixed.unknownMs, now });
  const cache = createLinkCache(redis);
  const resolver = createResolver({
    memory,
    unknown,
    cache: withBreaker(redis === undefined ? cache : traces.cache(cache), redisBreaker),
    store: traces.store(store),
    storeBreaker,
    limiter: createScanLimiter({
      burst: config.unknownPerMinute,
      perMinute: config.unknownPerMinute,
      maxClients: fixed.scanClients,
      now,
    }),
    counters,
    now,
    storeTimeoutMs: fixed.storeTimeoutMs,
    maxStoreLookups: fixed.maxStoreLookups,
    staleMs: fixed.staleMs,
    defer: (work) => void setTimeout(work, fixed.refreshMs),
    reserved: reservedCodes,
  });
  const onGap = (): void => {
    counters.gaps += 1;
    memory.distrust();
    log.info('changes of links may have been missed: memory is looked up again');
  };
  // Not awaited: the channel connects for as long as it takes.
  const subscription = createChangeChannel(redis).subscribe((change) => resolver.apply(change), onGap);

  const publisher = startPublisherThread({
    file: threadFile(),
    log,
    settings: {
      region: config.region,
      visitorKey: config.visitorKey,
      geoPath: config.geoPath,
      trustedProxies: config.trustedProxies,
      kafkaBrokers: config.kafkaBrokers,
      spoolDir: config.kafkaBrokers.length > 0 ? null : config.spoolDir,
      maxPending: maxPendingClicks,
      traces: config.traces,
    },
  });
  const clicks = createClickBuffer({ deliver: (batch) => publisher.deliver(batch) });

  const readiness = createReadiness({
    store: () => store.ping(),
    redis: redis === undefined ? null : () => redis.ping(),
    clicks: () => (publisher.status().sink === 'failing' || publisher.status().breakerOpen ? 'down' : 'up'),
    isDraining: () => isDraining,
    now,
  });
  const handedOver = createHandedOver();
  const lookUps = traces.resolver(resolver);
  const server = createHttpServer({
    keepAliveMs: config.keepAliveMs,
    counters,
    handle: traces.slowLane(
      createHandler({
        resolver: lookUps,
        handedOver,
        peers,
        clicks,
        answerPage: createPageAnswer(createPages(config.operatorName)),
        policy,
        counters,
        latencies,
        now,
        isDraining: () => isDraining,
        readiness,
        onFailure: (error) => log.error({ err: error }, 'a request failed'),
      }),
    ),
  });
  const fastLane = openFastLane(server, {
    resolver: lookUps,
    handedOver,
    peers,
    clicks,
    counters,
    latencies,
    now,
    isDraining: () => isDraining,
  });

  const stop = async (): Promise<void> => {
    isDraining = true;
    await drain(server, () => fastLane.closeIdle(), config.drainMs);
    clicks.flush();
    await Promise.all([publisher.close(fixed.publishTimeoutMs), tracing?.close()]);
    await (
      await subscription
    )();
    redis?.disconnect();
    await store.close();
  };

  try {
    const url = await listen(server, config.port, config.host);
    const registry = createRegistry({
      counters,
      latencies,
      publisher: () => publisher.status(),
      buffered: () => clicks.size,
      memoryEntries: () => memory.size,
      unknownCodes: () => unknown.size,
      isOpen: { redis: () => redisBreaker.open, store: () => storeBreaker.open },
      isDraining: () => isDraining,
    });
    return { url, registry, stop };
  } catch (error) {
    await publisher.close(0);
    await (
      await subscription
    )();
    redis?.disconnect();
    throw error;
  }
}

/** Undefined where no collector is named: then nothing of OpenTelemetry is loaded. */
async function openTraces({ traces, region }: Config, log: Logger): Promise<Tracing | undefined> {
  if (traces === null) return undefined;
  return openTracing({
    ...traces,
    service: 'brevia-redirector',
    region,
    onError: (error) => log.warn({ err: error }, 'traces do not reach their collector'),
  });
}

function connectRedis(config: Config, log: Logger): RedisClient | undefined {
  if (config.redisUrls.length === 0) return undefined;
  return createRedis(config.redisUrls, {
    commandTimeoutMs: fixed.redisTimeoutMs,
    readFromReplicas: true,
    autoPipelining: true,
    name: 'brevia-redirector',
    onError: (error) => log.warn({ err: error }, 'Redis is away: links come from the link store'),
  });
}
