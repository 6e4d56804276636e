import { toChange } from '@brevia/core';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { shardOf } from '../outbox/shard.ts';
import { isUniqueViolation } from '../retry/classify.ts';
import { withRetry } from '../retry/retry.ts';
import { createInsert, type InsertResult } from './insert.ts';
import { toCreated, toDraft, type Draft, type NewLink } from './new-link.ts';

const CHUNK = 100;

/**
 * Creates many links, 100 a statement, and answers for each in the order given. Within a statement whatever is free is
 * created; when an alias in it differs only by case from another one, that chunk is done link by link.
 */
export function createInsertMany(
  client: Client,
  region: string,
): (links: readonly NewLink[]) => Promise<InsertResult[]> {
  const insert = createInsert(client, region);

  async function insertChunk(links: readonly NewLink[]): Promise<InsertResult[]> {
    // One code twice in a statement can't be told apart by ON CONFLICT: the second one takes the slow way.
    const codes = new Set(links.map((link) => `${link.domain}/${link.code}`));
    if (links.length > 1 && codes.size === links.length) {
      const drafts = links.map((link) => toDraft(link));
      try {
        return await withRetry(() => insertAtOnce(client, region, drafts), { idempotent: true });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
      }
    }
    const results: InsertResult[] = [];
    for (const link of links) results.push(await insert(link));
    return results;
  }

  return async (links) => {
    const results: InsertResult[] = [];
    for (let at = 0; at < links.length; at += CHUNK) {
      results.push(...(await insertChunk(links.slice(at, at + CHUNK))));
    }
    return results;
  };
}

async function insertAtOnce(
  client: Client,
  region: string,
  drafts: readonly Draft[],
): Promise<InsertResult[]> {
  const rows = JSON.stringify(
    drafts.map((draft) => ({
      ...draft,
      shard: shardOf(draft.domain, draft.code),
      change: toChange(toCreated(draft, new Date(0))),
    })),
  );
  const created = await client.$queryRaw<{ create_key: string; created_at: Date }[]>(Prisma.sql`
    WITH draft AS (
      SELECT item FROM jsonb_array_elements(${rows}::JSONB) AS given (item)
    ), link AS (
      INSERT INTO links (domain, code, long_url, workspace_id, creator_id, title, notes, tags, permanent, forward_query,
        enabled, is_custom, expires_at, created_at, updated_at, create_key, search_text, search_keys)
      SELECT item->>'domain', item->>'code', item->>'longUrl', item->>'workspaceId', item->>'creatorId',
        item->>'title', item->>'notes',
        ARRAY(SELECT jsonb_array_elements_text(item->'tags')), (item->>'permanent')::BOOLEAN,
        (item->>'forwardQuery')::BOOLEAN, (item->>'enabled')::BOOLEAN, (item->>'isCustom')::BOOLEAN,
        (item->>'expiresAt')::TIMESTAMPTZ(3), coalesce((item->>'createdAt')::TIMESTAMPTZ(3), now()),
        coalesce((item->>'createdAt')::TIMESTAMPTZ(3), now()), (item->>'createKey')::UUID, item->>'searchText',
        ARRAY(SELECT jsonb_array_elements_text(item->'searchKeys')::INT4)
      FROM draft
      ON CONFLICT (domain, code) DO NOTHING
      RETURNING domain, code, is_custom, create_key, created_at
    ), alias AS (
      INSERT INTO aliases (domain, folded, code) SELECT domain, lower(code), code FROM link WHERE is_custom
      RETURNING code
    ), change AS (
      INSERT INTO outbox (region, shard, change)
      SELECT ${region}, (item->>'shard')::INT4, item->'change'
      FROM draft JOIN link ON link.create_key = (item->>'createKey')::UUID
      RETURNING id
    )
    SELECT create_key, created_at FROM link
    UNION ALL
    SELECT links.create_key, links.created_at FROM draft
    JOIN links ON links.domain = item->>'domain' AND links.code = item->>'code'
      AND links.create_key = (item->>'createKey')::UUID`);
  const times = new Map(created.map((row) => [row.create_key, row.created_at]));
  return drafts.map((draft) => {
    const createdAt = times.get(draft.createKey);
    if (createdAt !== undefined) return { outcome: 'created', link: toCreated(draft, createdAt) };
    return { outcome: draft.isCustom ? 'alias_taken' : 'code_taken' };
  });
}
