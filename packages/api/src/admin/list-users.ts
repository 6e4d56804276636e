import type { ListedUser } from '@brevia/db';
import type { z } from 'zod';
import type { UserActor } from '../actor.ts';
import type { Call } from '../context.ts';
import type { AdminUser, AdminUserPage, listUsersInput } from './user-schema.ts';

/** Steps of a search in one call: 100,000 accounts, some 100 ms. */
const STEPS = 10;

/** Accounts by address. Whoever types the whole address of an account gets that one, without a search. */
export async function listUsers({
  ctx,
  input,
}: Call<z.output<typeof listUsersInput>, UserActor>): Promise<AdminUserPage> {
  const search = (input.search ?? '').trim().toLowerCase();
  if (search.includes('@') && (input.cursor ?? null) === null) {
    const exact = await ctx.users.listOne(search);
    if (exact !== null) return { items: [toAdminUser(exact)], nextCursor: null };
  }
  const items: AdminUser[] = [];
  let after = input.cursor ?? null;
  for (let step = 0; step < STEPS && items.length < input.limit; step++) {
    const found = await ctx.users.list({ search, after, limit: input.limit - items.length });
    items.push(...found.users.map(toAdminUser));
    after = found.nextEmail;
    if (after === null) break;
  }
  return { items, nextCursor: after };
}

function toAdminUser({ banned, banReason, role, ...user }: ListedUser): AdminUser {
  return {
    ...user,
    role: role === 'admin' ? 'admin' : 'user',
    suspended: banned ? { reason: banReason } : null,
  };
}
