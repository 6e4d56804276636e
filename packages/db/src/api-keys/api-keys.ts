import { createHash, randomUUID } from 'node:crypto';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { repeatable } from '../retry/repeatable.ts';

export interface ApiKeyRecord {
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly name: string;
  /** The first characters, to recognise the key by. */
  readonly start: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A key with all that a request needs to know of who sends it. */
export interface ApiKeyOwner extends ApiKeyRecord {
  readonly userRole: string | null;
  readonly workspaceName: string;
}

export interface NewApiKey {
  readonly userId: string;
  readonly workspaceId: string;
  readonly name: string;
  /** SHA-256 of the whole key, hexadecimal: the key itself is shown once and never stored (API-1). */
  readonly hash: string;
  readonly start: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

export interface ApiKeys {
  create(key: NewApiKey): Promise<ApiKeyRecord>;
  /**
   * The key with this hash, unless its user is banned or no longer a member of the workspace. Whether it is expired or revoked
   * says the record. One statement: keep its answer for seconds only, so that a revocation counts soon.
   */
  findByHash(hash: string): Promise<ApiKeyOwner | null>;
  /** The keys of a workspace, newest first, revoked ones included. */
  list(workspaceId: string): Promise<ApiKeyRecord[]>;
  /** False when the workspace has no such key, or it was revoked before. */
  revoke(key: { readonly id: string; readonly workspaceId: string }): Promise<boolean>;
}

/** A key has 160 bits of entropy and more: a plain hash is enough, and a look-up stays one index read. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

const SELECT = {
  id: true,
  userId: true,
  workspaceId: true,
  name: true,
  start: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
} as const;

export function createApiKeys(client: Client): ApiKeys {
  return {
    create({ scopes, ...rest }) {
      // The id is chosen before the first attempt, so one that was written although its answer got lost is met again.
      const data = { id: randomUUID(), scopes: [...scopes], ...rest };
      return repeatable(() =>
        client.apiKey.upsert({ where: { id: data.id }, create: data, update: {}, select: SELECT }),
      );
    },
    findByHash: (hash) =>
      repeatable(async () => {
        const rows = await client.$queryRaw<ApiKeyOwner[]>(Prisma.sql`
          SELECT k.id, k.user_id AS "userId", k.workspace_id AS "workspaceId", k.name, k.prefix AS start, k.scopes,
            k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
            u.role AS "userRole", w.name AS "workspaceName"
          FROM api_keys AS k
          JOIN users AS u ON u.id = k.user_id
          JOIN workspaces AS w ON w.id = k.workspace_id
          JOIN members AS m ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id
          WHERE k.hash = ${hash} AND (u.banned IS NOT TRUE OR u.ban_expires <= now())`);
        return rows[0] ?? null;
      }),
    list: (workspaceId) =>
      repeatable(() =>
        client.apiKey.findMany({
          where: { workspaceId },
          orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
          select: SELECT,
        }),
      ),
    revoke: ({ id, workspaceId }) =>
      repeatable(async () => {
        const revoked = await client.$executeRaw(Prisma.sql`
          UPDATE api_keys SET revoked_at = now() WHERE id = ${id} AND workspace_id = ${workspaceId} AND revoked_at IS NULL`);
        return revoked > 0;
      }),
  };
}
