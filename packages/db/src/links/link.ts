import type { LinkChange, LinkKey, RedirectLink } from '@brevia/core';

/** A link as the store holds it (LINK-1). */
export interface Link extends LinkKey {
  readonly longUrl: string;
  readonly workspaceId: string | null;
  readonly creatorId: string | null;
  readonly title: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly permanent: boolean;
  readonly forwardQuery: boolean;
  readonly enabled: boolean;
  readonly isCustom: boolean;
  readonly expiresAt: Date | null;
  readonly deletedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** Whose link a change may touch: it is part of the statement's WHERE clause (C198). Only admins get `any`. */
export type LinkScope = { readonly workspaceId: string } | 'any';

/** What of a link the caches hold. */
export function toRedirectLink(link: Link): RedirectLink {
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
export function toChange(link: Link): LinkChange {
  if (link.deletedAt === null) return { kind: 'upsert', link: toRedirectLink(link) };
  return { kind: 'delete', domain: link.domain, code: link.code, version: link.version };
}
