import { Prisma } from '../generated/client.ts';

/** Parts of a region's outbox. More than one, so that CockroachDB spreads the writes over ranges. */
export const SHARDS = 8;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The shard of a link: always the same, so that its changes stay in their order (FNV-1a, 32 bits). */
export function shardOf(domain: string, code: string): number {
  let hash = FNV_OFFSET;
  for (const text of [domain, '/', code]) {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  }
  return (hash >>> 0) % SHARDS;
}

/** The core `LinkChange` of a row of `links`, built by the database from what a statement returned. */
export const CHANGE_OF_ROW = Prisma.sql`CASE WHEN deleted_at IS NULL THEN
    jsonb_build_object('kind', 'upsert', 'link', jsonb_build_object(
      'domain', domain, 'code', code, 'longUrl', long_url, 'ownerId', workspace_id, 'permanent', permanent,
      'forwardQuery', forward_query, 'enabled', enabled,
      'expiresAt', round(extract(epoch FROM expires_at) * 1000)::BIGINT, 'version', version))
  ELSE jsonb_build_object('kind', 'delete', 'domain', domain, 'code', code, 'version', version) END`;
