import type { Engine, StartOptions } from '../engine.ts';
import { startRedisServer } from './redis-server.ts';

/** Options of startRedis. */
export interface RedisOptions extends StartOptions {
  /** Bound of its memory in bytes; 0 or missing: none. */
  maxMemoryBytes?: number;
  /** What happens at the bound; default allkeys-lru, as for a cache. */
  maxMemoryPolicy?: 'allkeys-lru' | 'allkeys-lfu' | 'volatile-lru' | 'volatile-ttl' | 'noeviction';
}

/** Starts the machine's redis-server on 127.0.0.1 (see findRedis, installRedis). */
export function startRedis(options: RedisOptions): Promise<Engine> {
  return startRedisServer(options, {
    maxmemory: String(options.maxMemoryBytes ?? 0),
    'maxmemory-policy': options.maxMemoryPolicy ?? 'allkeys-lru',
  });
}
