import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { classify } from '../retry/classify.ts';
import { MigrationError } from './error.ts';

export interface MigrationLeaseOptions {
  readonly waitMs?: number;
  readonly leaseMs?: number;
  readonly report?: (message: string) => void;
}

export interface MigrationLease {
  /** Waits until this runner is the one that migrates. */
  readonly take: () => Promise<void>;
  /** Throws when another runner has taken over. */
  readonly renew: () => Promise<void>;
  readonly giveBack: () => Promise<void>;
}

const NAME = 'migrate';

/**
 * The right to migrate, as a row with an expiry: a runner that is killed blocks the next one for `leaseMs` at most (C244).
 * `client` must be a connection of its own: on the one that migrates, a heartbeat would queue behind a long statement.
 */
export function createMigrationLease(
  client: pg.Client,
  { waitMs = 120_000, leaseMs = 10_000, report }: MigrationLeaseOptions,
): MigrationLease {
  const holder = randomUUID();
  let heartbeat: NodeJS.Timeout | undefined;

  async function grab(attempts = 5): Promise<boolean> {
    try {
      const { rowCount } = await client.query(
        `INSERT INTO leases (name, holder, expires_at)
         VALUES ($1, $2, now() + $3::FLOAT8 * INTERVAL '1 millisecond')
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
         WHERE leases.holder = excluded.holder OR leases.expires_at < now()`,
        [NAME, holder, leaseMs],
      );
      return rowCount === 1;
    } catch (error) {
      if (attempts > 1 && classify(error) === 'retry') return grab(attempts - 1);
      throw error;
    }
  }

  return {
    async take() {
      const until = Date.now() + waitMs;
      for (let told = false; !(await grab()); told = true) {
        if (!told) report?.('another runner is migrating: waiting for it');
        if (Date.now() > until)
          throw new MigrationError('Another runner has held the migrations for too long.');
        await sleep(Math.min(250, leaseMs / 4));
      }
      heartbeat = setInterval(() => {
        // What went wrong shows at the next renew, which asks again.
        grab().catch(() => undefined);
      }, leaseMs / 3);
      heartbeat.unref();
    },
    async renew() {
      if (!(await grab())) {
        throw new MigrationError(
          'Another runner took over the migrations, because this one was silent for long.',
        );
      }
    },
    async giveBack() {
      clearInterval(heartbeat);
      await client.query('DELETE FROM leases WHERE name = $1 AND holder = $2', [NAME, holder]);
    },
  };
}
