import { BreviaError } from '@brevia/core';
import type { Context } from '../context.ts';

/** Takes creates from the actor's budget, notes it for the RateLimit headers, and refuses when it is used up (API-3). */
export async function spendCreates(ctx: Context, cost: number): Promise<void> {
  const budget = await ctx.limits.spend(ctx.actor, cost);
  ctx.answer.budget = budget;
  if (!budget.allowed) {
    throw new BreviaError('rate_limited', `More than ${budget.limit} creates in ${budget.windowSeconds} s.`, {
      details: { retryAfterSeconds: budget.resetSeconds },
    });
  }
}
