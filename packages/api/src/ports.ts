import type { Actor } from './actor.ts';

/** State of a client's budget, as the RateLimit headers show it. */
export interface Budget {
  readonly allowed: boolean;
  readonly policy: string;
  readonly limit: number;
  readonly remaining: number;
  readonly windowSeconds: number;
  readonly resetSeconds: number;
}

export interface CreateLimits {
  /** Takes `cost` creates from the actor's budget; never fails while Redis is down (API-3). */
  spend(actor: Actor, cost: number): Promise<Budget>;
}
