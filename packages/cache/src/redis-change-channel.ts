import { Cluster, type Redis } from 'ioredis';
import { decodeChange, encodeChange, noChangeChannel, type ChangeChannel } from './change-channel.ts';
import { inTime } from './in-time.ts';
import type { RedisClient } from './redis.ts';

const CHANNEL = 'brevia:link-changes';
const RETRY_MS = 200;

export interface ChangeChannelOptions {
  /** How often the subscription is asked whether it lives: a cut that sends no FIN is noticed within twice this. */
  readonly heartbeatMs?: number;
}

/** Redis pub/sub, on one Redis or a cluster (where a message reaches every node, so any node will do to listen). */
export function createChangeChannel(
  redis: RedisClient | undefined,
  options: ChangeChannelOptions = {},
): ChangeChannel {
  if (redis === undefined) return noChangeChannel;
  return {
    async publish(change) {
      await inTime(redis, () => redis.publish(CHANNEL, encodeChange(change)));
    },
    async subscribe(onChange, onGap) {
      const subscription = listen(redis, options.heartbeatMs ?? 2_000, onGap, (text) => {
        const change = decodeChange(text);
        if (change !== null) onChange(change);
      });
      await subscription.firstAttempt;
      return subscription.end;
    },
  };
}

/**
 * Listens for ever on a connection of its own. Each loss takes a new connection (in a cluster to any node), because
 * the lost one may be a node that never returns; `onGap` follows every successful re-subscription.
 */
function listen(redis: RedisClient, heartbeatMs: number, onGap: () => void, onText: (text: string) => void) {
  let connection: Redis | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  let wasListening = false;

  const attempt = async (): Promise<void> => {
    const mine = openConnection(redis);
    if (ended || mine === undefined) return retry();
    connection = mine;
    mine.on('error', () => undefined);
    mine.on('message', (_channel, text) => onText(text));
    try {
      await mine.connect();
      await mine.subscribe(CHANNEL);
      if (wasListening) onGap();
      wasListening = true;
      mine.once('close', retry);
      if (mine.status !== 'ready') return retry();
      timer = setTimeout(() => void heartbeat(mine), heartbeatMs);
    } catch {
      mine.disconnect();
      retry();
    }
  };
  const retry = (): void => {
    clearTimeout(timer);
    // Once each: every call leaves a timer and a listener on the socket, and a cluster may be away for long.
    connection?.disconnect();
    connection = undefined;
    if (!ended) timer = setTimeout(() => void attempt(), RETRY_MS);
  };
  const heartbeat = async (mine: Redis): Promise<void> => {
    try {
      await mine.ping();
      if (!ended && connection === mine && mine.status === 'ready') {
        timer = setTimeout(() => void heartbeat(mine), heartbeatMs);
      }
    } catch {
      mine.disconnect();
    }
  };

  return {
    firstAttempt: attempt(),
    end: () => {
      ended = true;
      clearTimeout(timer);
      connection?.disconnect();
      return Promise.resolve();
    },
  };
}

function openConnection(redis: RedisClient): Redis | undefined {
  const nodes = redis instanceof Cluster ? redis.nodes('all') : [redis];
  const node = nodes[Math.floor(Math.random() * nodes.length)];
  return node?.duplicate({
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResubscribe: false,
    commandTimeout: 2_000,
    readOnly: false,
    retryStrategy: () => null,
  });
}
