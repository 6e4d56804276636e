import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { repeatable } from '../retry/repeatable.ts';

/** Accounts that one step of a search looks through: some milliseconds, so that no statement holds the store up. */
const LOOKED_THROUGH = 10_000;
/** Links that are counted for one account at most, and workspaces for all accounts of a page. */
const COUNTED_LINKS = 100;
const COUNTED_WORKSPACES = 500;

/** An account as lists for admins show it. */
export interface ListedUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string | null;
  readonly banned: boolean;
  readonly banReason: string | null;
  readonly createdAt: Date;
  /** When one of their sessions was last renewed (each is once a day at most); null without a session. */
  readonly lastSeenAt: Date | null;
  /** Links that are not deleted in the workspaces they own; 100 means so many or more. */
  readonly links: number;
}

export interface UserStep {
  /** Text in the address or the name, in lower case; empty for everybody. */
  readonly search: string;
  /** Folded address after which the step begins. */
  readonly after: string | null;
  /** Most accounts that one step gives. */
  readonly limit: number;
}

export interface UserStepResult {
  readonly users: readonly ListedUser[];
  /** Where the next step begins; null at the end. */
  readonly nextEmail: string | null;
}

type UserRow = Omit<ListedUser, 'lastSeenAt' | 'links'> & { readonly emailFolded: string };

/**
 * Accounts by address, by keyset. A search is a walk in bounded steps, since no index knows what stands inside of a name:
 * a step may give nobody and still have a next one. Throws BreviaError `unavailable`.
 */
export function createListUsers(client: Client): (this: void, step: UserStep) => Promise<UserStepResult> {
  return (step) =>
    repeatable(async () => {
      const { rows, nextEmail } =
        step.search === '' ? await everybody(client, step) : await matching(client, step);
      return { users: await withFigures(client, rows), nextEmail };
    });
}

/** The account with this address, without regard to case, as lists show it. */
export function createListOneUser(client: Client): (this: void, email: string) => Promise<ListedUser | null> {
  return (email) =>
    repeatable(async () => {
      const rows = await client.$queryRaw<UserRow[]>(Prisma.sql`
        SELECT ${COLUMNS} FROM users WHERE email_folded = ${email.toLowerCase()}`);
      return (await withFigures(client, rows))[0] ?? null;
    });
}

const COLUMNS = Prisma.sql`id, email, email_folded AS "emailFolded", name, role,
  (banned IS TRUE AND (ban_expires IS NULL OR ban_expires > now())) AS banned, ban_reason AS "banReason",
  created_at AS "createdAt"`;

interface Found {
  readonly rows: readonly UserRow[];
  readonly nextEmail: string | null;
}

async function everybody(client: Client, { after, limit }: UserStep): Promise<Found> {
  const rows = await client.$queryRaw<UserRow[]>(Prisma.sql`
    SELECT ${COLUMNS} FROM users WHERE email_folded > ${after ?? ''} ORDER BY email_folded LIMIT ${limit + 1}::INT8`);
  const page = rows.slice(0, limit);
  return { rows: page, nextEmail: rows.length > limit ? (page.at(-1)?.emailFolded ?? null) : null };
}

async function matching(client: Client, { search, after, limit }: UserStep): Promise<Found> {
  const from = after ?? '';
  const [end] = await client.$queryRaw<{ last: string | null; looked: bigint }[]>(Prisma.sql`
    SELECT max(email_folded) AS last, count(*) AS looked FROM (
      SELECT email_folded FROM users WHERE email_folded > ${from} ORDER BY email_folded LIMIT ${LOOKED_THROUGH}::INT8
    ) AS step`);
  if (end === undefined || end.last === null) return { rows: [], nextEmail: null };
  const rows = await client.$queryRaw<UserRow[]>(Prisma.sql`
    SELECT ${COLUMNS} FROM users
    WHERE email_folded > ${from} AND email_folded <= ${end.last}
      AND (strpos(email_folded, ${search}) > 0 OR strpos(lower(name), ${search}) > 0)
    ORDER BY email_folded LIMIT ${limit}::INT8`);
  if (rows.length === limit) return { rows, nextEmail: rows.at(-1)?.emailFolded ?? null };
  return { rows, nextEmail: end.looked < LOOKED_THROUGH ? null : end.last };
}

/** Adds what other tables know, by index and for these accounts only. */
async function withFigures(client: Client, rows: readonly UserRow[]): Promise<ListedUser[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [seen, links] = await Promise.all([
    client.$queryRaw<{ id: string; at: Date }[]>(Prisma.sql`
      SELECT user_id AS id, max(updated_at) AS at FROM sessions WHERE user_id = ANY(${ids}::TEXT[]) GROUP BY user_id`),
    client.$queryRaw<{ id: string; links: bigint }[]>(Prisma.sql`
      SELECT own.user_id AS id, sum(counted.links)::INT8 AS links
      FROM (
        SELECT user_id, workspace_id FROM members WHERE user_id = ANY(${ids}::TEXT[]) AND role = 'owner'
        LIMIT ${COUNTED_WORKSPACES}::INT8
      ) AS own
      CROSS JOIN LATERAL (
        SELECT count(*) AS links FROM (
          SELECT 1 FROM links WHERE workspace_id = own.workspace_id AND deleted_at IS NULL LIMIT ${COUNTED_LINKS}::INT8
        ) AS capped
      ) AS counted
      GROUP BY own.user_id`),
  ]);
  const seenAt = new Map(seen.map(({ id, at }) => [id, at]));
  const linksOf = new Map(links.map(({ id, links: count }) => [id, Math.min(Number(count), COUNTED_LINKS)]));
  return rows.map(({ emailFolded: _, ...user }) => ({
    ...user,
    lastSeenAt: seenAt.get(user.id) ?? null,
    links: linksOf.get(user.id) ?? 0,
  }));
}
