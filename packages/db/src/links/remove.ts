import type { LinkKey } from '@brevia/core';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { CHANGE_OF_ROW, SHARDS } from '../outbox/shard.ts';
import { withRetry, type Attempt } from '../retry/retry.ts';
import { createFind } from './find.ts';
import type { Link, LinkScope } from './link.ts';
import { COLUMNS, within } from './row.ts';
import { changeLink } from './write.ts';

type Change = (key: LinkKey, scope: LinkScope) => Promise<Link | null>;

/** Marks a link as deleted; its code stays taken for ever (LINK-3). Null when the scope has no such link, or not alive. */
export function createSoftDelete(client: Client, region: string): Change {
  return changeOnce(
    client,
    (key, scope) =>
      changeLink(
        client,
        region,
        key,
        [Prisma.sql`deleted_at = now()`],
        Prisma.sql`deleted_at IS NULL AND ${within(scope)}`,
      ),
    (link) => link.deletedAt !== null,
  );
}

/** Takes a deletion back, until the link is purged. Null when the scope has no such deleted link. */
export function createRestore(client: Client, region: string): Change {
  return changeOnce(
    client,
    (key, scope) =>
      changeLink(
        client,
        region,
        key,
        [Prisma.sql`deleted_at = NULL`],
        Prisma.sql`deleted_at IS NOT NULL AND ${within(scope)}`,
      ),
    (link) => link.deletedAt === null,
  );
}

/** After a lost answer a second attempt finds nothing to do: then the link as it stands tells that the first one worked. */
function changeOnce(client: Client, change: Change, isDone: (link: Link) => boolean): Change {
  const find = createFind(client);
  return (key, scope) =>
    withRetry(
      async ({ afterAmbiguous }: Attempt) => {
        const changed = await change(key, scope);
        if (changed !== null || !afterAmbiguous) return changed;
        const link = await find(key);
        const ours = link !== null && (scope === 'any' || link.workspaceId === scope.workspaceId);
        return ours && isDone(link) ? link : null;
      },
      { idempotent: true },
    );
}

/**
 * Wipes the content of up to `limit` links that were deleted before `before`, and says how many. The rows stay, so that
 * their codes are never given out again (LINK-3, C257).
 */
export function createPurge(
  client: Client,
  region: string,
): (before: Date, limit: number) => Promise<number> {
  return (before, limit) =>
    withRetry(
      async () => {
        const rows = await client.$queryRaw<{ purged: bigint }[]>(Prisma.sql`
          WITH link AS (
            UPDATE links SET long_url = '', title = NULL, notes = NULL, tags = '{}', search_text = NULL,
              search_keys = '{}', purged_at = now(), updated_at = now(), version = version + 1
            WHERE (domain, code) IN (
              SELECT domain, code FROM links
              WHERE deleted_at IS NOT NULL AND deleted_at < ${before.toISOString()}::TIMESTAMPTZ(3) AND purged_at IS NULL
              LIMIT ${limit}::INT8)
            RETURNING ${COLUMNS}
          ), change AS (
            INSERT INTO outbox (region, shard, change)
            SELECT ${region}, (length(code) % ${SHARDS}::INT4)::INT4, ${CHANGE_OF_ROW} FROM link
            RETURNING id
          )
          SELECT count(*)::INT8 AS purged FROM link`);
        return Number(rows[0]?.purged ?? 0n);
      },
      { idempotent: true },
    );
}
