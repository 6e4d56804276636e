import type { Client } from '../client/client.ts';
import { withRetry } from '../retry/retry.ts';

/** What an admin may do to somebody else's account. */
export type AccountChange =
  | { readonly kind: 'role'; readonly role: 'user' | 'admin' }
  | { readonly kind: 'suspend'; readonly reason: string | null }
  | { readonly kind: 'unsuspend' };

export interface Administration {
  readonly actorId: string;
  readonly userId: string;
  /** Null asks only whether this admin may do something to this account. */
  readonly change: AccountChange | null;
}

/** Why nothing was changed, or `done`. */
export type AdministrationOutcome = 'done' | 'own_account' | 'not_admin' | 'not_found';

/**
 * Changes an account in the name of an admin. There is always an admin left who is not suspended: the one who asks, who
 * must still be one when the change is written and can't change their own account. Two admins who take each other's role
 * at once read what the other writes, so a serializable transaction lets one of them through only, whatever the store's
 * default is. Throws BreviaError `unavailable`.
 */
export function createAdminister(
  client: Client,
): (request: Administration) => Promise<AdministrationOutcome> {
  return async ({ actorId, userId, change }) => {
    if (actorId === userId) return 'own_account';
    return withRetry(
      () =>
        client.$transaction(
          async (tx): Promise<AdministrationOutcome> => {
            const people = await tx.user.findMany({
              where: { id: { in: [actorId, userId] } },
              select: { id: true, role: true, banned: true, banExpires: true },
            });
            const actor = people.find(({ id }) => id === actorId);
            if (actor?.role !== 'admin' || isBanned(actor, Date.now())) return 'not_admin';
            if (!people.some(({ id }) => id === userId)) return 'not_found';
            if (change !== null)
              await tx.user.update({ where: { id: userId }, data: columnsOf(change), select: { id: true } });
            return 'done';
          },
          { isolationLevel: 'Serializable' },
        ),
      { idempotent: true },
    );
  };
}

function columnsOf(change: AccountChange) {
  switch (change.kind) {
    case 'role':
      return { role: change.role };
    case 'suspend':
      return { banned: true, banReason: change.reason, banExpires: null };
    case 'unsuspend':
      return { banned: false, banReason: null, banExpires: null };
  }
}

/** A suspension may have an end (better-auth's schema); ours have none. */
function isBanned(
  user: { readonly banned: boolean | null; readonly banExpires: Date | null },
  now: number,
): boolean {
  return user.banned === true && (user.banExpires === null || user.banExpires.getTime() > now);
}
