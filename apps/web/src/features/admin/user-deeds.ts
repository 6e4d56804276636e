import type { AdminUser } from '@brevia/api';

/** What an admin may do to somebody else's account. */
export type UserDeed = 'promote' | 'demote' | 'suspend' | 'unsuspend' | 'signOut';

/** What makes sense for an account as it is; the server judges again. */
export function deedsFor({ role, suspended }: Pick<AdminUser, 'role' | 'suspended'>): readonly UserDeed[] {
  if (suspended !== null) return role === 'admin' ? ['unsuspend', 'demote'] : ['unsuspend'];
  return [role === 'admin' ? 'demote' : 'promote', 'signOut', 'suspend'];
}
