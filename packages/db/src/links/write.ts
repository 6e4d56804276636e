import type { LinkKey } from '@brevia/core';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { CHANGE_OF_ROW, shardOf } from '../outbox/shard.ts';
import type { Link } from './link.ts';
import { COLUMNS, toLink, type LinkRow } from './row.ts';

/**
 * Changes one link in one statement: the new values, a higher version and the outbox entry made from the row as it then
 * is. Gives the link, or null where the condition met none.
 */
export async function changeLink(
  client: Client,
  region: string,
  { domain, code }: LinkKey,
  assignments: readonly Prisma.Sql[],
  condition: Prisma.Sql,
): Promise<Link | null> {
  const rows = await client.$queryRaw<LinkRow[]>(Prisma.sql`
    WITH link AS (
      UPDATE links SET ${Prisma.join([...assignments, Prisma.sql`updated_at = now()`, Prisma.sql`version = version + 1`])}
      WHERE domain = ${domain} AND code = ${code} AND purged_at IS NULL AND ${condition}
      RETURNING ${COLUMNS}
    ), change AS (
      INSERT INTO outbox (region, shard, change)
      SELECT ${region}, ${shardOf(domain, code)}::INT4, ${CHANGE_OF_ROW} FROM link
      RETURNING id
    )
    SELECT ${COLUMNS} FROM link`);
  return rows[0] === undefined ? null : toLink(rows[0]);
}
