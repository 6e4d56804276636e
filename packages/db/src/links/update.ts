import type { LinkKey } from '@brevia/core';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { withRetry } from '../retry/retry.ts';
import { createFind } from './find.ts';
import type { Link, LinkScope } from './link.ts';
import { within } from './row.ts';
import { searchKeys, searchText } from './search-keys.ts';
import { changeLink } from './write.ts';

/** A missing (or undefined) field stays, null clears: presence decides, never truthiness (C166 to C168). */
export interface LinkPatch {
  readonly longUrl?: string | undefined;
  readonly title?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly permanent?: boolean | undefined;
  readonly forwardQuery?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  readonly expiresAt?: Date | null | undefined;
}

type Update = (key: LinkKey, scope: LinkScope, patch: LinkPatch) => Promise<Link | null>;

/**
 * Changes the given fields of a link that is not deleted. Null when there is no such link in the scope. The patch sets
 * values, so running it again after a lost answer changes nothing but the version.
 */
export function createUpdate(client: Client, region: string): Update {
  const find = createFind(client);
  return (key, scope, patch) => {
    const searchable = patch.longUrl !== undefined || patch.title !== undefined || patch.tags !== undefined;
    return withRetry(
      async () => {
        if (!searchable) return changeLink(client, region, key, assignments(patch), alive(scope));
        // The search keys depend on fields that the patch may not hold: read, compute, and write only on that version.
        for (;;) {
          const link = await find(key);
          if (link === null || link.deletedAt !== null || !isWithin(link, scope)) return null;
          const changed = await changeLink(
            client,
            region,
            key,
            [...assignments(patch), ...searchAssignments(link, patch)],
            Prisma.sql`${alive(scope)} AND version = ${link.version}`,
          );
          if (changed !== null) return changed;
        }
      },
      { idempotent: true },
    );
  };
}

const alive = (scope: LinkScope) => Prisma.sql`deleted_at IS NULL AND ${within(scope)}`;

const isWithin = (link: Link, scope: LinkScope) => scope === 'any' || link.workspaceId === scope.workspaceId;

function assignments(patch: LinkPatch): Prisma.Sql[] {
  const set: Prisma.Sql[] = [];
  if (patch.longUrl !== undefined) set.push(Prisma.sql`long_url = ${patch.longUrl}`);
  if (patch.title !== undefined) set.push(Prisma.sql`title = ${patch.title}`);
  if (patch.notes !== undefined) set.push(Prisma.sql`notes = ${patch.notes}`);
  if (patch.tags !== undefined) set.push(Prisma.sql`tags = ${patch.tags}::TEXT[]`);
  if (patch.permanent !== undefined) set.push(Prisma.sql`permanent = ${patch.permanent}`);
  if (patch.forwardQuery !== undefined) set.push(Prisma.sql`forward_query = ${patch.forwardQuery}`);
  if (patch.enabled !== undefined) set.push(Prisma.sql`enabled = ${patch.enabled}`);
  if (patch.expiresAt !== undefined) {
    set.push(Prisma.sql`expires_at = ${patch.expiresAt?.toISOString() ?? null}::TIMESTAMPTZ(3)`);
  }
  return set;
}

function searchAssignments(link: Link, patch: LinkPatch): Prisma.Sql[] {
  if (link.workspaceId === null) return [];
  const searchable = {
    code: link.code,
    longUrl: patch.longUrl ?? link.longUrl,
    title: patch.title === undefined ? link.title : patch.title,
    tags: patch.tags ?? link.tags,
  };
  return [
    Prisma.sql`search_text = ${searchText(searchable)}`,
    Prisma.sql`search_keys = ${searchKeys(link.workspaceId, searchable)}::INT4[]`,
  ];
}
