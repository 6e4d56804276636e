import { Prisma } from '../generated/client.ts';
import type { Link, LinkScope } from './link.ts';

export interface LinkRow {
  readonly domain: string;
  readonly code: string;
  readonly long_url: string;
  readonly workspace_id: string | null;
  readonly creator_id: string | null;
  readonly title: string | null;
  readonly notes: string | null;
  readonly tags: string[];
  readonly permanent: boolean;
  readonly forward_query: boolean;
  readonly enabled: boolean;
  readonly is_custom: boolean;
  readonly expires_at: Date | null;
  readonly deleted_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: bigint;
}

/** All that a `Link` needs. */
export const COLUMNS = Prisma.sql`domain, code, long_url, workspace_id, creator_id, title, notes, tags, permanent,
  forward_query, enabled, is_custom, expires_at, deleted_at, created_at, updated_at, version`;

/** The version is below 2^53 for any link that anybody lives to edit, so a number is exact. */
export function toLink(row: LinkRow): Link {
  return {
    domain: row.domain,
    code: row.code,
    longUrl: row.long_url,
    workspaceId: row.workspace_id,
    creatorId: row.creator_id,
    title: row.title,
    notes: row.notes,
    tags: row.tags,
    permanent: row.permanent,
    forwardQuery: row.forward_query,
    enabled: row.enabled,
    isCustom: row.is_custom,
    expiresAt: row.expires_at,
    deletedAt: row.deleted_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: Number(row.version),
  };
}

/** The condition that keeps a change inside its workspace. */
export function within(scope: LinkScope): Prisma.Sql {
  return scope === 'any' ? Prisma.sql`TRUE` : Prisma.sql`workspace_id = ${scope.workspaceId}`;
}
