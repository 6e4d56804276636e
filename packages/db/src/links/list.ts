import type { LinkState } from '@brevia/core';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { withRetry } from '../retry/retry.ts';
import { decodeCursor, encodeCursor, type LinkSort, type Position, type SortOrder } from './cursor.ts';
import type { Link } from './link.ts';
import { PLANNED_ANEW } from '../client/statement-names.ts';
import { COLUMNS, toLink, type LinkRow } from './row.ts';
import { normalise, tagKeyOf, termKeys } from './search-keys.ts';

export interface LinkQuery {
  readonly workspaceId: string;
  /** 1 to 100. */
  readonly limit: number;
  readonly cursor?: string | null | undefined;
  /** Text anywhere in code, URL or title, in any case. */
  readonly search?: string | undefined;
  readonly tag?: string | undefined;
  /** Without it: all that are not deleted. */
  readonly state?: LinkState | undefined;
  readonly sort?: LinkSort | undefined;
  readonly order?: SortOrder | undefined;
  /** Decides what has expired. */
  readonly now: Date;
}

export interface LinkPage {
  readonly items: readonly Link[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Rows of the sorted list that are looked through before the inverted index is asked. */
const GLANCE = 5_000;

/**
 * A page of a workspace's links by keyset (LINK-2). Ties are broken by code. A rare search term or tag is found through
 * the inverted index, a common one by walking the sorted list: docs/decisions/search.md.
 * Throws BreviaError `invalid_input` for a bad cursor, `unavailable` when the store does not answer.
 */
export function createList(client: Client): (query: LinkQuery) => Promise<LinkPage> {
  return (query) => {
    const { limit, sort = 'created_at', order = 'desc' } = query;
    const after = query.cursor ? decodeCursor(sort, order, query.cursor) : null;
    const plan = planOf(query, sort, order, after);
    return withRetry(
      async () => {
        const rows = await fetchRows(client, plan, limit + 1);
        const items = rows.slice(0, limit).map(toLink);
        const last = items.at(-1);
        const more = rows.length > limit && last !== undefined;
        return { items, nextCursor: more ? encodeCursor(sort, order, positionOf(last, sort)) : null };
      },
      { idempotent: true },
    );
  };
}

interface Plan {
  /** What every row of the list fulfils, and where the page begins. */
  readonly range: Prisma.Sql;
  /** The same without the state: a range of one sorted index. */
  readonly list: Prisma.Sql;
  /** Search and tag. */
  readonly filters: readonly Prisma.Sql[];
  /** What the inverted index is asked for; none for a list without search and tag, or a term too short for it. */
  readonly keys: readonly number[];
  /** Few links may fulfil this, and another index than the sorted one finds them. */
  readonly rare: boolean;
  readonly orderBy: Prisma.Sql;
}

function planOf(query: LinkQuery, sort: LinkSort, order: SortOrder, after: Position | null): Plan {
  const { workspaceId, search, tag, state, now } = query;
  const filters: Prisma.Sql[] = [];
  const keys: number[] = [];
  if (search !== undefined && search !== '') {
    keys.push(...termKeys(workspaceId, search));
    filters.push(Prisma.sql`strpos(search_text, ${normalise(search)}) > 0`);
  }
  if (tag !== undefined) {
    keys.push(tagKeyOf(workspaceId, tag));
    filters.push(Prisma.sql`${tag} = ANY (tags)`);
  }
  const conditions = [Prisma.sql`workspace_id = ${workspaceId}`];
  if (after !== null) conditions.push(afterCondition(sort, order, after));
  const alive = state === 'deleted' ? Prisma.sql`deleted_at IS NOT NULL` : Prisma.sql`deleted_at IS NULL`;
  const rare = keys.length > 0 || state === 'expired' || (state === 'disabled' && sort !== 'created_at');
  return {
    range: Prisma.join([...conditions, ...stateConditions(state, now)], ' AND '),
    list: Prisma.join([...conditions, alive], ' AND '),
    filters,
    keys,
    rare,
    orderBy: orderOf(sort, order),
  };
}

/** The same rule as core's `linkState`: deleted, then disabled, then expired. */
function stateConditions(state: LinkState | undefined, now: Date): Prisma.Sql[] {
  const alive = Prisma.sql`deleted_at IS NULL`;
  const on = Prisma.sql`enabled = TRUE`;
  const at = now.toISOString();
  switch (state) {
    case undefined:
      return [alive];
    case 'active':
      return [alive, on, Prisma.sql`(expires_at IS NULL OR expires_at > ${at}::TIMESTAMPTZ(3))`];
    case 'disabled':
      return [alive, Prisma.sql`enabled = FALSE`];
    case 'expired':
      return [alive, on, Prisma.sql`expires_at IS NOT NULL`, Prisma.sql`expires_at <= ${at}::TIMESTAMPTZ(3)`];
    case 'deleted':
      return [Prisma.sql`deleted_at IS NOT NULL`, Prisma.sql`purged_at IS NULL`];
  }
}

/** The redundant first half gives the index a plain range to begin at; the second half breaks the ties. */
function afterCondition(sort: LinkSort, order: SortOrder, { at, code }: Position): Prisma.Sql {
  if (at === null) return order === 'asc' ? Prisma.sql`code > ${code}` : Prisma.sql`code < ${code}`;
  const column = sort === 'updated_at' ? Prisma.sql`updated_at` : Prisma.sql`created_at`;
  const time = Prisma.sql`${at.toISOString()}::TIMESTAMPTZ(3)`;
  return order === 'desc'
    ? Prisma.sql`${column} <= ${time} AND (${column} < ${time} OR code > ${code})`
    : Prisma.sql`${column} >= ${time} AND (${column} > ${time} OR code < ${code})`;
}

/** `desc` is the order of the indexes, `asc` the same backwards, ties included. */
function orderOf(sort: LinkSort, order: SortOrder): Prisma.Sql {
  if (sort === 'code') return order === 'asc' ? Prisma.sql`code` : Prisma.sql`code DESC`;
  const column = sort === 'updated_at' ? Prisma.sql`updated_at` : Prisma.sql`created_at`;
  return order === 'desc' ? Prisma.sql`${column} DESC, code` : Prisma.sql`${column}, code DESC`;
}

async function fetchRows(client: Client, plan: Plan, count: number): Promise<LinkRow[]> {
  const { range, filters, keys, rare, orderBy } = plan;
  const filter = filters.length === 0 ? Prisma.sql`TRUE` : Prisma.join(filters, ' AND ');
  if (!rare) {
    return client.$queryRaw<LinkRow[]>(Prisma.sql`${PLANNED_ANEW}
      SELECT ${COLUMNS} FROM links WHERE ${range} AND ${filter} ORDER BY ${orderBy} LIMIT ${count}::INT8`);
  }
  // A glance at the head of the sorted list first: what is common is found there at once. The state is looked at there
  // too, so the head is cut from the list without it.
  const head = await client.$queryRaw<LinkRow[]>(Prisma.sql`${PLANNED_ANEW}
    SELECT ${COLUMNS} FROM (
      SELECT ${COLUMNS}, search_text, purged_at FROM links WHERE ${plan.list} ORDER BY ${orderBy} LIMIT ${GLANCE}::INT8
    ) AS head WHERE ${range} AND ${filter} ORDER BY ${orderBy} LIMIT ${count}::INT8`);
  if (head.length === count) return head;
  // OFFSET 0 keeps the planner from walking the sorted list after all, in the hope of an early end.
  if (filters.length === 0) {
    // An index answers all of the inner question; the table is read for the rows of the page only.
    return client.$queryRaw<LinkRow[]>(Prisma.sql`${PLANNED_ANEW}
      SELECT ${COLUMNS} FROM links WHERE (domain, code) IN (
        SELECT domain, code FROM (
          SELECT domain, code, created_at, updated_at FROM links WHERE ${range} OFFSET 0
        ) AS found ORDER BY ${orderBy} LIMIT ${count}::INT8
      ) ORDER BY ${orderBy}`);
  }
  const keyed = keys.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`search_keys @> ${keys}::INT4[]`;
  return client.$queryRaw<LinkRow[]>(Prisma.sql`${PLANNED_ANEW}
    SELECT ${COLUMNS} FROM (
      SELECT ${COLUMNS}, search_text FROM links WHERE ${keyed} AND ${range} OFFSET 0
    ) AS found WHERE ${filter} ORDER BY ${orderBy} LIMIT ${count}::INT8`);
}

function positionOf(link: Link, sort: LinkSort): Position {
  if (sort === 'code') return { at: null, code: link.code };
  return { at: sort === 'created_at' ? link.createdAt : link.updatedAt, code: link.code };
}
