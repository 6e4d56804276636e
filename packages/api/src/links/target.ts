import { BreviaError, parseTarget } from '@brevia/core';
import type { Context } from '../context.ts';
import { invalidInput } from '../failure.ts';

/** The one judge of targets for create, bulk and update, over REST and tRPC alike (API-6, C017). */
export function checkTarget(ctx: Context, longUrl: unknown): string {
  const target = parseTarget(longUrl, {
    ownHosts: ctx.policy.ownHosts,
    isBlocked: (host) => ctx.policy.isBlocked(host),
  });
  if (!target.ok) throw invalidInput([{ field: 'longUrl', ...target.error }]);
  return target.value;
}

/** A link that is born dead is a mistake: the expiry must lie ahead (C175). */
export function checkExpiry(ctx: Context, expiresAt: Date | null | undefined): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  if (expiresAt.getTime() <= ctx.clock()) {
    throw invalidInput([{ field: 'expiresAt', code: 'in_the_past', message: 'Must lie in the future.' }]);
  }
  return expiresAt;
}

export function requireAnonymousAllowed(ctx: Context): void {
  if (ctx.actor.kind === 'anonymous' && !ctx.policy.allowAnonymous) {
    throw new BreviaError('unauthorized', 'Sign in or send an API key: anonymous links are turned off here.');
  }
}
