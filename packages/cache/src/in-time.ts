import { Cluster } from 'ioredis';
import type { RedisClient } from './redis.ts';

/**
 * Runs work on Redis, or rejects at once while there is no connection, and after `commandTimeoutMs` in any case. A client of
 * one Redis does that by itself. A cluster's client does not: it holds commands back until it knows the slots, and repeats
 * a command whose node is gone after it has asked every node for the slots, each with a time limit of its own.
 */
export function inTime<T>(redis: RedisClient, work: () => Promise<T>): Promise<T> {
  if (redis.status !== 'ready') return Promise.reject(new Error('Redis is away.'));
  const limitMs = redis instanceof Cluster ? redis.options.redisOptions?.commandTimeout : undefined;
  if (limitMs === undefined) return work();
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
    work()
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}
