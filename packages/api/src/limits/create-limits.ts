import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Actor } from '../actor.ts';
import type { Budget, CreateLimits } from '../ports.ts';
import { actorKey } from './actor-key.ts';

const WINDOW_SECONDS = 60;

/** What rate-limiter-flexible needs of Redis; ioredis and its Cluster have it. */
type LimiterRedis = object;

export interface CreateLimitOptions {
  /** Creates a minute for one authenticated user, over all their sessions and keys. */
  readonly perUser: number;
  /** Creates a minute for one anonymous client. */
  readonly anonymous: number;
  /** Without it each process counts for itself. */
  readonly redis?: LimiterRedis | undefined;
}

/**
 * Budgets of creates (API-3), in fixed windows of a minute that begin with the first create. Kept in Redis for all
 * processes of a region; while Redis does not answer, each process counts in its own memory.
 */
export function createCreateLimits(options: CreateLimitOptions): CreateLimits {
  const users = limiter('create', options.perUser, options.redis);
  const anonymous = limiter('create-anonymous', options.anonymous, options.redis);
  return {
    spend: (actor: Actor, cost: number) =>
      (actor.kind === 'anonymous' ? anonymous : users)(actorKey(actor), cost),
  };
}

function limiter(policy: string, limit: number, redis: LimiterRedis | undefined) {
  const rules = { points: limit, duration: WINDOW_SECONDS, keyPrefix: `limit:${policy}` };
  const memory = new RateLimiterMemory(rules);
  const shared =
    redis === undefined
      ? memory
      : new RateLimiterRedis({
          ...rules,
          storeClient: redis,
          insuranceLimiter: memory,
          rejectIfRedisNotReady: true,
        });
  return async (key: string, cost: number): Promise<Budget> => {
    const state = await shared.consume(key, cost).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    return {
      allowed: state.consumedPoints <= limit,
      policy,
      limit,
      remaining: Math.max(0, limit - state.consumedPoints),
      windowSeconds: WINDOW_SECONDS,
      resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
    };
  };
}
