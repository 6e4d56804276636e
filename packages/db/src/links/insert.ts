import { toChange } from '@brevia/core';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { shardOf } from '../outbox/shard.ts';
import { isUniqueViolation } from '../retry/classify.ts';
import { withRetry } from '../retry/retry.ts';
import type { Link } from './link.ts';
import { toCreated, toDraft, type Draft, type NewLink } from './new-link.ts';

export type InsertResult =
  | { readonly outcome: 'created'; readonly link: Link }
  /** The code is someone's, maybe a custom alias: take the next number (CODE-3). */
  | { readonly outcome: 'code_taken' }
  /** The alias, or one that differs only by case, is someone's (ALIAS-1, ALIAS-3). */
  | { readonly outcome: 'alias_taken' };

/**
 * Creates a link in one statement: the row, its alias and its outbox entry stand or fall together, and the keys decide
 * whether the code is free. The create key is fixed before the first attempt, so that a create whose answer got lost is
 * recognised as ours and is neither lost nor doubled (LINK-5). Throws BreviaError `unavailable`.
 */
export function createInsert(client: Client, region: string): (link: NewLink) => Promise<InsertResult> {
  return (input) => {
    const draft = toDraft(input);
    const taken: InsertResult = { outcome: draft.isCustom ? 'alias_taken' : 'code_taken' };
    return withRetry(
      async () => {
        try {
          const createdAt = (await insertOnce(client, region, draft)) ?? (await findOwn(client, draft));
          return createdAt === null ? taken : { outcome: 'created', link: toCreated(draft, createdAt) };
        } catch (error) {
          if (isUniqueViolation(error)) return taken;
          throw error;
        }
      },
      { idempotent: true },
    );
  };
}

async function insertOnce(client: Client, region: string, draft: Draft): Promise<Date | null> {
  const change = JSON.stringify(toChange(toCreated(draft, new Date(0))));
  // The alias is inserted plainly from the row that was inserted: one that differs by case raises 23505, which rolls
  // the link back too. ON CONFLICT there would keep a link without its alias.
  const rows = await client.$queryRaw<{ created_at: Date }[]>(Prisma.sql`
    WITH link AS (
      INSERT INTO links (domain, code, long_url, workspace_id, creator_id, title, notes, tags, permanent, forward_query,
        enabled, is_custom, expires_at, created_at, updated_at, create_key, search_text, search_keys)
      VALUES (${draft.domain}, ${draft.code}, ${draft.longUrl}, ${draft.workspaceId}, ${draft.creatorId}, ${draft.title},
        ${draft.notes}, ${draft.tags}::TEXT[], ${draft.permanent}, ${draft.forwardQuery}, ${draft.enabled},
        ${draft.isCustom}, ${draft.expiresAt?.toISOString() ?? null}::TIMESTAMPTZ(3),
        coalesce(${draft.createdAt?.toISOString() ?? null}::TIMESTAMPTZ(3), now()),
        coalesce(${draft.createdAt?.toISOString() ?? null}::TIMESTAMPTZ(3), now()),
        ${draft.createKey}::UUID, ${draft.searchText}, ${draft.searchKeys}::INT4[])
      ON CONFLICT (domain, code) DO NOTHING
      RETURNING domain, code, is_custom, created_at
    ), alias AS (
      INSERT INTO aliases (domain, folded, code) SELECT domain, lower(code), code FROM link WHERE is_custom
      RETURNING code
    ), change AS (
      INSERT INTO outbox (region, shard, change)
      SELECT ${region}, ${shardOf(draft.domain, draft.code)}::INT4, ${change}::JSONB FROM link
      RETURNING id
    )
    SELECT created_at FROM link`);
  return rows[0]?.created_at ?? null;
}

/** When the row that stands there is ours after all: an earlier attempt was written although its answer got lost. */
async function findOwn(client: Client, draft: Draft): Promise<Date | null> {
  const rows = await client.$queryRaw<{ created_at: Date }[]>(Prisma.sql`
    SELECT created_at FROM links
    WHERE domain = ${draft.domain} AND code = ${draft.code} AND create_key = ${draft.createKey}::UUID`);
  return rows[0]?.created_at ?? null;
}
