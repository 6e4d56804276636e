import { randomUUID } from 'node:crypto';
import { searchKeys, searchText } from './search-keys.ts';
import type { Link } from './link.ts';

/** Where a link is put: its code, and a key that tells this create from every other one. */
export interface LinkSlot {
  readonly code: string;
  readonly createKey: string;
}

/** What a caller gives for a new link. Validated before: the repository trusts it. */
export interface NewLink {
  readonly domain: string;
  readonly code: string;
  readonly longUrl: string;
  readonly workspaceId: string | null;
  readonly creatorId: string | null;
  readonly isCustom: boolean;
  readonly title?: string | null;
  readonly notes?: string | null;
  readonly tags?: readonly string[];
  readonly permanent?: boolean;
  readonly forwardQuery?: boolean;
  readonly enabled?: boolean;
  readonly expiresAt?: Date | null;
  /** For imports and demo data; otherwise the database's clock. */
  readonly createdAt?: Date;
  /** A UUID. A create that is repeated with the same code and key finds the link that it made; default: a fresh one. */
  readonly createKey?: string;
}

/** A new link with every column's value, and the key that tells our own row from another's. */
export interface Draft extends Omit<Link, 'createdAt' | 'updatedAt' | 'deletedAt'> {
  readonly createdAt: Date | null;
  readonly createKey: string;
  readonly searchText: string | null;
  readonly searchKeys: readonly number[];
}

/** Fills the defaults. Anonymous links are in no list, so they get no search keys. */
export function toDraft(link: NewLink): Draft {
  const { workspaceId, title = null, tags = [], createKey = randomUUID() } = link;
  const searchable = { code: link.code, longUrl: link.longUrl, title, tags };
  return {
    domain: link.domain,
    code: link.code,
    longUrl: link.longUrl,
    workspaceId,
    creatorId: link.creatorId,
    isCustom: link.isCustom,
    title,
    notes: link.notes ?? null,
    tags,
    permanent: link.permanent ?? false,
    forwardQuery: link.forwardQuery ?? false,
    enabled: link.enabled ?? true,
    expiresAt: link.expiresAt ?? null,
    createdAt: link.createdAt ?? null,
    version: 1,
    createKey,
    searchText: workspaceId === null ? null : searchText(searchable),
    searchKeys: workspaceId === null ? [] : searchKeys(workspaceId, searchable),
  };
}

/** The link that a draft became. */
export function toCreated(
  { createKey: _key, searchText: _text, searchKeys: _keys, ...link }: Draft,
  createdAt: Date,
): Link {
  return { ...link, createdAt, updatedAt: createdAt, deletedAt: null };
}
