import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { withRetry } from '../retry/retry.ts';

export interface Leases {
  /**
   * Takes or renews the lease `name` for `ttlMs`, by the database's clock. True while it is ours. A holder that dies
   * loses it by time, so nothing is ever locked for good (C244).
   */
  acquire(name: string, holder: string, ttlMs: number): Promise<boolean>;
  /** Gives it back early, so that the next one need not wait. */
  release(name: string, holder: string): Promise<void>;
}

/** Leases in rows: CockroachDB has no advisory locks (C247). */
export function createLeases(client: Client): Leases {
  return {
    acquire: (name, holder, ttlMs) =>
      withRetry(
        async () => {
          const rows = await client.$queryRaw<unknown[]>(Prisma.sql`
            INSERT INTO leases (name, holder, expires_at)
            VALUES (${name}, ${holder}, now() + ${ttlMs}::FLOAT8 * INTERVAL '1 millisecond')
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
            WHERE leases.holder = excluded.holder OR leases.expires_at < now()
            RETURNING name`);
          return rows.length > 0;
        },
        { idempotent: true },
      ),
    release: (name, holder) =>
      withRetry(
        async () => {
          await client.$executeRaw(
            Prisma.sql`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}`,
          );
        },
        { idempotent: true },
      ),
  };
}
