import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Idempotency, Leases } from '@brevia/db';
import type { RelayLog } from './log.ts';

export interface HousekeepingDeps {
  readonly idempotency: Pick<Idempotency, 'sweep'>;
  readonly leases: Leases;
  readonly log: RelayLog;
  readonly everyMs?: number;
}

export interface Housekeeping {
  stop(): Promise<void>;
}

const BATCH = 1_000;

/**
 * Removes answers to repeated requests that are past their day, every ten minutes, in one worker of all. (CockroachDB does it by
 * itself once prisma/cockroachdb/0002_lifetimes.sql has run; then there is nothing left to do here.)
 */
export function startHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const { idempotency, leases, log, everyMs = 600_000 } = deps;
  const holder = randomUUID();
  const stopping = new AbortController();

  async function sweep(): Promise<void> {
    if (!(await leases.acquire('housekeeping', holder, everyMs * 2))) return;
    while (!stopping.signal.aborted && (await idempotency.sweep(BATCH)) === BATCH);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sweep().catch((error: unknown) =>
        log.warn({ err: error }, 'housekeeping waits for the link store'),
      );
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await leases.release('housekeeping', holder).catch(() => undefined);
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
