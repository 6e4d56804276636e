import { createHash } from 'node:crypto';
import type { Actor, UserActor } from '@brevia/api';
import { BreviaError } from '@brevia/core';
import { LRUCache } from 'lru-cache';
import { isSuspended } from './account-guards.ts';
import type { Auth } from './auth.ts';

/** How long a session that was ended elsewhere may go on being accepted by this process. */
const REMEMBER_MS = 5_000;
const REMEMBERED_SESSIONS = 10_000;
const NOBODY = Symbol('no session');
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What of a request says who sends it. */
export interface Credentials {
  readonly method: string;
  readonly host: string | undefined;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly clientAddress: string;
}

type SessionUser = Omit<UserActor, 'kind' | 'clientAddress'>;

export interface SessionOptions {
  readonly auth: Pick<Auth, 'api'>;
  readonly keys: { authenticate(authorization: string, clientAddress: string): Promise<Actor> };
  readonly workspacesOf: (userId: string) => Promise<readonly { readonly id: string }[]>;
  /** Public origin of the dashboard. */
  readonly webOrigin: string;
}

/**
 * Tells who sends a request: an API key when there is an Authorization header, the user of a session cookie, otherwise
 * nobody in particular. Keys and sessions come from memory for a few seconds, so a create needs no query for them.
 */
export function createIdentifier(options: SessionOptions) {
  const sessions = new LRUCache<string, SessionUser | typeof NOBODY, string>({
    max: REMEMBERED_SESSIONS,
    ttl: REMEMBER_MS,
    // A look-up that `forget` or an eviction overtakes still answers its own call; it is only not remembered.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: cookie }) => (await readSession(options, cookie)) ?? NOBODY,
  });

  async function userOf(cookie: string): Promise<SessionUser | null> {
    const key = createHash('sha256').update(cookie).digest('base64');
    const user = await sessions.fetch(key, { context: cookie });
    return user === undefined || user === NOBODY ? null : user;
  }

  return {
    /** @throws BreviaError unauthorized for a bad key, forbidden for a change that comes from another site (C206) */
    async identify(this: void, credentials: Credentials): Promise<Actor> {
      const { authorization, cookie, clientAddress } = credentials;
      if (authorization !== undefined) return options.keys.authenticate(authorization, clientAddress);
      const sessionCookie = cookie === undefined ? '' : sessionCookiesOf(cookie);
      const user = sessionCookie === '' ? null : await userOf(sessionCookie);
      if (user === null) return { kind: 'anonymous', clientAddress };
      if (isCrossSite(credentials, options.webOrigin)) {
        throw new BreviaError('forbidden', 'This change was asked for by a page of another site.');
      }
      return { kind: 'user', clientAddress, ...user };
    },
    /** After anything that may have ended a session in this process: the next request asks the store. */
    forget(this: void): void {
      sessions.clear();
    },
  };
}

/** Only our own cookies: others change with every page view and would make the memory useless. */
function sessionCookiesOf(header: string): string {
  return header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => /^(__Secure-)?brevia\.session_token=/.test(part))
    .join('; ');
}

async function readSession(options: SessionOptions, cookie: string): Promise<SessionUser | null> {
  const found = await options.auth.api
    .getSession({ headers: new Headers({ cookie }) })
    .catch((error: unknown) => {
      // better-auth makes one error of its own of whatever the store did; a cookie it does not like is no error.
      throw new BreviaError(
        'unavailable',
        'Who you are can not be checked right now. Try again in a moment.',
        {
          cause: error,
          details: { retryAfterSeconds: 5 },
        },
      );
    });
  if (found === null) return null;
  const { user, session } = found;
  // The sessions of a suspended user are ended after the suspension: it counts from its first moment on.
  if (isSuspended(user, Date.now())) return null;
  const workspaces = await options.workspacesOf(user.id);
  // A member may have been removed since the session chose its workspace.
  const workspace = workspaces.find(({ id }) => id === session.activeOrganizationId) ?? workspaces[0];
  if (workspace === undefined) return null;
  return {
    userId: user.id,
    sessionId: session.id,
    name: user.name,
    email: user.email,
    workspaceId: workspace.id,
    isAdmin: user.role === 'admin',
  };
}

/**
 * Whether a page of another site asks for a change. A browser says where it comes from (SameSite=Lax is the second lock); a
 * client that is no browser sends neither header and has no cookies of others.
 */
export function isCrossSite(
  { method, origin, fetchSite, host }: Pick<Credentials, 'method' | 'origin' | 'fetchSite' | 'host'>,
  webOrigin: string,
): boolean {
  if (SAFE_METHODS.has(method)) return false;
  if (origin === undefined) return fetchSite === 'cross-site' || fetchSite === 'same-site';
  return origin !== webOrigin && (host === undefined || hostOf(origin) !== host.toLowerCase());
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
