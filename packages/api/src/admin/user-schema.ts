import { z } from 'zod';
import { text } from '../fields.ts';

const userId = text(64).min(1);

export const listUsersInput = z
  .strictObject({
    search: text(200).optional(),
    cursor: text(320).nullish(),
    limit: z.number().int().min(1).max(100).default(50),
  })
  .prefault({});
export const userInput = z.strictObject({ userId });
export const setRoleInput = z.strictObject({ userId, role: z.enum(['user', 'admin']) });
export const suspendInput = z.strictObject({ userId, reason: text(500).nullish() });

/** An account as admins see it. */
export interface AdminUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'user' | 'admin';
  readonly createdAt: Date;
  /** To the day; null where no session is left that would tell. */
  readonly lastSeenAt: Date | null;
  /** In the workspaces they own, without deleted ones; 100 means so many or more. */
  readonly links: number;
  readonly suspended: { readonly reason: string | null } | null;
}

export interface AdminUserPage {
  readonly items: readonly AdminUser[];
  /** Null at the end. A search may give an empty page that has a next one: it looks through a bounded number of accounts. */
  readonly nextCursor: string | null;
}
