export {
  createBreaker,
  withBreaker,
  BreakerOpenError,
  type Breaker,
  type BreakerOptions,
} from './breaker.ts';
export {
  createMemoryChangeChannel,
  decodeChange,
  encodeChange,
  noChangeChannel,
  type ChangeChannel,
} from './change-channel.ts';
export {
  applyChange,
  noLinkCache,
  UNKNOWN_AGE,
  type CachedLink,
  type LinkCache,
  type LinkCacheOptions,
} from './link-cache.ts';
export { createMemoryLinkCache } from './memory-link-cache.ts';
export { createRedis, type RedisClient, type RedisOptions } from './redis.ts';
export { createChangeChannel, type ChangeChannelOptions } from './redis-change-channel.ts';
export { createLinkCache } from './redis-link-cache.ts';
