import type { LinkKey } from '@brevia/core';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { withRetry } from '../retry/retry.ts';
import type { Link } from './link.ts';
import type { LinkSlot } from './new-link.ts';
import { COLUMNS, toLink, type LinkRow } from './row.ts';

/**
 * The link of a key, deleted ones included (`deletedAt` says so), purged ones not. Whose it is decides the caller: a
 * stranger gets 403 where a missing link is 404 (STAT-1).
 */
export function createFind(client: Client): (key: LinkKey) => Promise<Link | null> {
  return ({ domain, code }) =>
    withRetry(
      async () => {
        const rows = await client.$queryRaw<LinkRow[]>(Prisma.sql`
          SELECT ${COLUMNS} FROM links WHERE domain = ${domain} AND code = ${code} AND purged_at IS NULL`);
        return rows[0] === undefined ? null : toLink(rows[0]);
      },
      { idempotent: true },
    );
}

/** The links that earlier attempts have put into these slots, by their create key, as they are now. */
export function createFindMade(
  client: Client,
): (domain: string, slots: readonly LinkSlot[]) => Promise<ReadonlyMap<string, Link>> {
  return (domain, slots) =>
    withRetry(
      async () => {
        const rows = await client.$queryRaw<(LinkRow & { readonly create_key: string })[]>(Prisma.sql`
          SELECT ${COLUMNS}, create_key FROM links WHERE domain = ${domain} AND purged_at IS NULL
            AND code = ANY(${slots.map((slot) => slot.code)}::TEXT[])
            AND create_key = ANY(${slots.map((slot) => slot.createKey)}::UUID[])`);
        return new Map(rows.map((row) => [row.create_key, toLink(row)]));
      },
      { idempotent: true },
    );
}

/** Which of these codes are taken, also by an alias that differs only by case: for suggestions, never to decide. */
export function createFindTaken(
  client: Client,
): (domain: string, codes: readonly string[]) => Promise<Set<string>> {
  return (domain, codes) =>
    withRetry(
      async () => {
        const rows = await client.$queryRaw<{ code: string }[]>(Prisma.sql`
          SELECT wanted.code FROM unnest(${codes}::TEXT[]) AS wanted (code)
          WHERE EXISTS (SELECT 1 FROM links WHERE links.domain = ${domain} AND links.code = wanted.code)
             OR EXISTS (SELECT 1 FROM aliases WHERE aliases.domain = ${domain} AND aliases.folded = lower(wanted.code))`);
        return new Set(rows.map((row) => row.code));
      },
      { idempotent: true },
    );
}
