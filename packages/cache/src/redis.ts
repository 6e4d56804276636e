import { Cluster, Redis } from 'ioredis';

/** One Redis or a Redis Cluster; every adapter of this package works on either. */
export type RedisClient = Redis | Cluster;

export interface RedisOptions {
  /**
   * Longest wait for an answer in milliseconds. A Redis that accepts and never answers must not make visitors wait, and
   * every user of Redis here has another way to its goal.
   */
  readonly commandTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** Cluster only: read from replicas too. The version in every entry makes a lagging replica harmless. */
  readonly readFromReplicas?: boolean;
  /** One Redis only: commands of one turn of the event loop go out in one write, for a process with many small ones. */
  readonly autoPipelining?: boolean;
  readonly name?: string;
  /** Gets each connection problem once a second at most; the client reconnects by itself in any case. */
  readonly onError?: (error: Error) => void;
}

/**
 * Connects in the background and for ever: neither a Redis that is down at the start nor one that comes and goes ends
 * the process, and no command waits for a connection that is not there.
 * @param urls `redis://` or `rediss://` addresses, several (or comma-separated) for a cluster
 */
export function createRedis(urls: string | readonly string[], options: RedisOptions = {}): RedisClient {
  const addresses = (typeof urls === 'string' ? urls.split(',') : [...urls])
    .map((url) => url.trim())
    .filter(Boolean);
  const [first, ...others] = addresses;
  if (first === undefined) throw new Error('REDIS_URL holds no address.');
  const common = {
    commandTimeout: options.commandTimeoutMs ?? 100,
    connectTimeout: options.connectTimeoutMs ?? 2_000,
    maxRetriesPerRequest: 1,
    autoResendUnfulfilledCommands: false,
    keepAlive: 10_000,
    noDelay: true,
    ...(options.name === undefined ? {} : { connectionName: options.name }),
  };
  const client =
    others.length === 0
      ? new Redis(first, {
          ...common,
          enableOfflineQueue: false,
          enableAutoPipelining: options.autoPipelining ?? false,
          retryStrategy: backoff,
        })
      : new Cluster(addresses, {
          enableOfflineQueue: false,
          // Never: with one node of a shard away, ioredis 6.0.0 sends a part of such a pipeline only and waits for all of
          // its answers, so that from then on each answer of that connection goes to an earlier command: of another link.
          enableAutoPipelining: false,
          scaleReads: options.readFromReplicas === true ? anyThatIsThere : 'master',
          // A node that went away and came back is found again by this refresh (C227).
          slotsRefreshInterval: 5_000,
          slotsRefreshTimeout: 1_000,
          maxRedirections: 3,
          retryDelayOnFailover: 20,
          retryDelayOnClusterDown: 20,
          clusterRetryStrategy: backoff,
          clusterNodeRetryStrategy: backoff,
          redisOptions: { ...common, ...credentialsOf(first) },
        });
  client.on('error', everySecond(options.onError));
  return client;
}

/** One of a shard's nodes for a read, but none that is known to be away; one that was not needed yet connects then. */
function anyThatIsThere(nodes: readonly (Redis | undefined)[]): Redis | undefined {
  const there = nodes.filter((node) => node?.status === 'ready' || node?.status === 'wait');
  return there[Math.floor(Math.random() * there.length)] ?? nodes[0];
}

/** Milliseconds before attempt n: up to a second, with jitter, so that many processes do not return in one wave. */
function backoff(attempt: number): number {
  return Math.min(1_000, 25 * 2 ** Math.min(attempt, 6)) * (0.5 + Math.random() / 2);
}

function credentialsOf(address: string): { username?: string; password?: string; tls?: object } {
  const url = new URL(address);
  return {
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

function everySecond(report: ((error: Error) => void) | undefined): (error: Error) => void {
  let quietUntil = 0;
  return (error) => {
    if (report === undefined || Date.now() < quietUntil) return;
    quietUntil = Date.now() + 1_000;
    report(error);
  };
}
