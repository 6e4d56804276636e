import { randomUUID } from 'node:crypto';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { repeatable } from '../retry/repeatable.ts';

export interface Membership {
  /** Of the workspace. */
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** owner, admin or member. */
  readonly role: string;
}

export interface Workspaces {
  /**
   * The workspace that every user has for himself; made at the first call, and found again at each later one (the hook on
   * sign-up may run twice). Gives its id.
   */
  createPersonal(user: { readonly id: string; readonly name: string }): Promise<string>;
  /** The workspaces of a user, oldest membership first: the first one is the personal one. */
  listOf(userId: string): Promise<Membership[]>;
  /** The user's role in a workspace, null for strangers. */
  roleOf(userId: string, workspaceId: string): Promise<string | null>;
}

/** The slug of the workspace that came with an account: it stays theirs whatever its name is. */
export const personalSlug = (user: { readonly id: string }): string => `personal-${user.id.toLowerCase()}`;

export function createWorkspaces(client: Client): Workspaces {
  return {
    createPersonal(user) {
      const workspace = randomUUID();
      // The slug is made of the user's id, so its unique key lets only one be made.
      const slug = personalSlug(user);
      return repeatable(async () => {
        const rows = await client.$queryRaw<{ id: string }[]>(Prisma.sql`
          WITH workspace AS (
            INSERT INTO workspaces (id, name, slug) VALUES (${workspace}, ${user.name}, ${slug})
            ON CONFLICT (slug) DO NOTHING
            RETURNING id
          ), owner AS (
            INSERT INTO members (workspace_id, user_id, role) SELECT id, ${user.id}, 'owner' FROM workspace
            RETURNING id
          )
          SELECT id FROM workspace
          UNION ALL
          SELECT id FROM workspaces WHERE slug = ${slug}`);
        return rows[0]?.id ?? workspace;
      });
    },
    listOf: (userId) =>
      repeatable(async () => {
        const members = await client.member.findMany({
          where: { userId },
          include: { workspace: true },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        });
        return members.map(({ organizationId, role, workspace }) => ({
          id: organizationId,
          name: workspace.name,
          slug: workspace.slug,
          role,
        }));
      }),
    roleOf: (userId, organizationId) =>
      repeatable(async () => {
        const member = await client.member.findUnique({
          where: { organizationId_userId: { organizationId, userId } },
          select: { role: true },
        });
        return member?.role ?? null;
      }),
  };
}
