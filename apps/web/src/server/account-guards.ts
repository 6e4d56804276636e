import { APIError } from 'better-auth/api';

/**
 * Every endpoint that better-auth's admin plugin would serve. All are closed (404): the dashboard has procedures of its own
 * for what admins do (`admin.users`), which always leave an admin, tell the memories of sessions and keys, and neither
 * impersonate nor delete anybody. `ops` makes accounts past HTTP. A test compares this with what the plugin brings.
 */
export const ADMIN_ENDPOINTS = [
  '/admin/set-role',
  '/admin/get-user',
  '/admin/create-user',
  '/admin/update-user',
  '/admin/list-users',
  '/admin/list-user-sessions',
  '/admin/unban-user',
  '/admin/ban-user',
  '/admin/impersonate-user',
  '/admin/stop-impersonating',
  '/admin/revoke-user-session',
  '/admin/revoke-user-sessions',
  '/admin/remove-user',
  '/admin/set-user-password',
  '/admin/has-permission',
];

/** What better-auth keeps of a suspension. */
interface Suspendable {
  readonly banned?: boolean | null | undefined;
  readonly banExpires?: Date | string | null | undefined;
}

/** @param user as better-auth gives it: inside of its hooks the types know nothing of what plugins add */
export function isSuspended(user: object, now: number): boolean {
  const { banned, banExpires }: Suspendable = user;
  if (banned !== true) return false;
  return banExpires === null || banExpires === undefined || new Date(banExpires).getTime() > now;
}

/** An admin who deletes their own account could be the last one; another admin takes the role first. @throws APIError (403) */
export function refuseAdmins(user: object): Promise<void> {
  if (!('role' in user) || user.role !== 'admin') return Promise.resolve();
  return Promise.reject(
    new APIError('FORBIDDEN', {
      code: 'ADMIN_ACCOUNT',
      message: 'An admin can not delete their account. Another admin has to take the role first.',
    }),
  );
}

/** What a hook around new sessions may ask better-auth for. */
interface SessionHookContext {
  readonly context: {
    readonly internalAdapter: {
      findUserById(id: string): Promise<object | null>;
      deleteSession(token: string): Promise<unknown>;
    };
  };
}

/**
 * After a session was made: ends it when its user was suspended in that moment. The plugin asks before the session is
 * written, and the suspension ends the sessions that it finds afterwards; between both one could slip through.
 */
export async function endIfSuspended(
  session: { readonly userId: string; readonly token: string },
  hook: SessionHookContext | null,
): Promise<void> {
  if (hook === null) return;
  const { internalAdapter } = hook.context;
  const user = await internalAdapter.findUserById(session.userId);
  if (user !== null && isSuspended(user, Date.now())) await internalAdapter.deleteSession(session.token);
}
