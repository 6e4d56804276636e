/** What an API key may do (API-1). A session may do all of it, for the workspaces its user is a member of. */
export const SCOPES = ['links:read', 'links:write', 'stats:read'] as const;
export type Scope = (typeof SCOPES)[number];

/** Nobody in particular: known only by the address that trusted proxies vouch for. */
interface AnonymousActor {
  readonly kind: 'anonymous';
  readonly clientAddress: string;
}

/** A person with a session of the dashboard. */
export interface UserActor {
  readonly kind: 'user';
  readonly clientAddress: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string;
  /** The workspace that new links go to and that lists read. */
  readonly workspaceId: string;
  readonly isAdmin: boolean;
}

/** A program with an API key, which belongs to one workspace. */
export interface ApiKeyActor {
  readonly kind: 'apiKey';
  readonly clientAddress: string;
  readonly keyId: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly scopes: readonly Scope[];
  /** Of the user whose key it is: within its scopes the key reaches as far as its user does. */
  readonly isAdmin: boolean;
}

/** Who makes a call. Only the adapters (session, key, socket) make one; use-cases only read it. */
export type Actor = AnonymousActor | UserActor | ApiKeyActor;
export type MemberActor = UserActor | ApiKeyActor;
