/** The default domain's name in every store: short hosts may change, this key never does (LINK-1). */
export const DEFAULT_DOMAIN = 'default';

/** The key of a link in every store. */
export interface LinkKey {
  readonly domain: string;
  readonly code: string;
}

/** All that a redirect needs to know of a link; what the caches hold. Times are milliseconds since 1970 UTC. */
export interface RedirectLink extends LinkKey {
  readonly longUrl: string;
  /** The owning workspace, null for an anonymous link. Clicks are rolled up by it. */
  readonly ownerId: string | null;
  readonly permanent: boolean;
  readonly forwardQuery: boolean;
  readonly enabled: boolean;
  readonly expiresAt: number | null;
  /** Grows with each change: a cache never replaces a newer version by an older one. */
  readonly version: number;
}

/** What happened to a link, as it travels to every cache (outbox, Kafka topic `link-changes`, Redis pub/sub). */
export type LinkChange =
  | { readonly kind: 'upsert'; readonly link: RedirectLink }
  | { readonly kind: 'delete'; readonly domain: string; readonly code: string; readonly version: number };

/** What of a stored link its changes are made of. */
export interface StoredLink extends LinkKey {
  readonly longUrl: string;
  readonly workspaceId: string | null;
  readonly permanent: boolean;
  readonly forwardQuery: boolean;
  readonly enabled: boolean;
  readonly expiresAt: Date | null;
  readonly deletedAt: Date | null;
  readonly version: number;
}

/** What of a link the caches hold. */
export function toRedirectLink(link: StoredLink): RedirectLink {
  return {
    domain: link.domain,
    code: link.code,
    longUrl: link.longUrl,
    ownerId: link.workspaceId,
    permanent: link.permanent,
    forwardQuery: link.forwardQuery,
    enabled: link.enabled,
    expiresAt: link.expiresAt?.getTime() ?? null,
    version: link.version,
  };
}

/** The change that brings every cache to the link's present state. */
export function toChange(link: StoredLink): LinkChange {
  if (link.deletedAt === null) return { kind: 'upsert', link: toRedirectLink(link) };
  return { kind: 'delete', domain: link.domain, code: link.code, version: link.version };
}

export type LinkState = 'active' | 'disabled' | 'expired' | 'deleted';

/** A point in time, as milliseconds since 1970 UTC or as a Date. */
export type Instant = number | Date;

/**
 * The one state of a link at `now`. Where several hold, the first of deleted, disabled, expired counts: so a list
 * filtered by state shows each link exactly once, and a disabled link doesn't tell that it existed (RED-2).
 * Expiry includes its instant: at `expiresAt` the link is expired.
 */
export function linkState(
  link: {
    readonly enabled: boolean;
    readonly expiresAt: Instant | null;
    readonly deletedAt: Instant | null;
  },
  now: number,
): LinkState {
  if (link.deletedAt !== null) return 'deleted';
  if (!link.enabled) return 'disabled';
  return link.expiresAt !== null && now >= Number(link.expiresAt) ? 'expired' : 'active';
}
