import { BreviaError } from '@brevia/core';
import type { AccountChange, AdministrationOutcome } from '@brevia/db';
import type { z } from 'zod';
import type { UserActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { invalidInput } from '../failure.ts';
import type { setRoleInput, suspendInput, userInput } from './user-schema.ts';

type UserCall<Schema extends z.ZodType> = Call<z.output<Schema>, UserActor>;
type Changed = Promise<{ userId: string }>;

/** Counts in this process at once, in others within seconds: as long as they remember a session or a key. @throws as `administer` */
export function setUserRole({ ctx, input }: UserCall<typeof setRoleInput>): Changed {
  return administer(ctx, input.userId, { kind: 'role', role: input.role });
}

/**
 * Nobody can sign in to the account any more, its sessions end, and its API keys are refused. The links stay.
 * The sessions go after the suspension is written: one that begins in between meets it.
 * @throws as `administer`
 */
export async function suspendUser({ ctx, input }: UserCall<typeof suspendInput>): Changed {
  const reason = input.reason?.trim() ?? '';
  const changed = await administer(ctx, input.userId, {
    kind: 'suspend',
    reason: reason === '' ? null : reason,
  });
  await ctx.users.endSessions(input.userId);
  return changed;
}

/** The account works as before, its keys too; sessions begin anew. @throws as `administer` */
export function unsuspendUser({ ctx, input }: UserCall<typeof userInput>): Changed {
  return administer(ctx, input.userId, { kind: 'unsuspend' });
}

/** Ends all sessions of an account; its keys go on. One's own are ended in the settings. @throws as `administer` */
export async function signOutUser({ ctx, input }: UserCall<typeof userInput>): Changed {
  const changed = await administer(ctx, input.userId, null);
  await ctx.users.endSessions(input.userId);
  return changed;
}

/** @throws BreviaError invalid_input for one's own account, forbidden for one who is no admin any more, not_found */
async function administer(
  ctx: UserCall<typeof userInput>['ctx'],
  userId: string,
  change: AccountChange | null,
): Changed {
  const outcome = await ctx.users.administer({ actorId: ctx.actor.userId, userId, change });
  if (outcome !== 'done') throw failureOf(outcome);
  return { userId };
}

function failureOf(outcome: Exclude<AdministrationOutcome, 'done'>): BreviaError {
  switch (outcome) {
    case 'own_account': {
      const message = 'Another admin has to do this to your account.';
      return invalidInput([{ field: 'userId', code: 'own_account', message }]);
    }
    case 'not_admin':
      return new BreviaError('forbidden', 'This is for admins only.');
    case 'not_found':
      return new BreviaError('not_found', 'There is no such account.');
  }
}
