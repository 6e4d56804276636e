import type { StoredLink } from '@brevia/core';

/** A link as the store holds it (LINK-1). */
export interface Link extends StoredLink {
  readonly creatorId: string | null;
  readonly title: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly isCustom: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whose link a change may touch: it is part of the statement's WHERE clause (C198). Only admins get `any`. */
export type LinkScope = { readonly workspaceId: string } | 'any';
