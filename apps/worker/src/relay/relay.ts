import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LinkChange } from '@brevia/core';
import type { Leases, Outbox } from '@brevia/db';
import type { RelayLog } from './log.ts';

export interface RelayDeps {
  readonly region: string;
  readonly outbox: Pick<Outbox, 'read' | 'remove'>;
  readonly leases: Leases;
  /**
   * Brings changes on their way: to Kafka, or to the caches of this region at once. It may get a change again, and rejects when
   * it could not take all of them.
   */
  readonly publish: (changes: readonly LinkChange[]) => Promise<void>;
  readonly log: RelayLog;
  /** Entries at a time. */
  readonly batch?: number;
  /** Milliseconds between two looks into an empty outbox: part of the 2 s in which a change is everywhere (RED-4). */
  readonly idleMs?: number;
  /** How long a relay that died keeps the next one from taking over. */
  readonly leaseMs?: number;
  /** Told of each batch: how many, and how old the oldest was in milliseconds. */
  readonly onPublished?: (count: number, ageMs: number) => void;
}

export interface Relay {
  /** Finishes the batch at hand and gives the lease back. */
  stop(): Promise<void>;
  /** False while the store or the receiver can't be reached. */
  isWorking(): boolean;
}

const LONGEST_PAUSE_MS = 5_000;

/**
 * Empties the outbox of a region, in order and in bounded batches, as long as this process holds the region's lease. An entry is
 * removed after it was published, so a crash repeats changes and loses none; the versions in them make repeating harmless.
 * No engine being away ends it: it waits and goes on.
 */
export function startRelay(deps: RelayDeps): Relay {
  const { region, outbox, leases, publish, log, batch = 500, idleMs = 100, leaseMs = 10_000 } = deps;
  const name = `relay:${region}`;
  const holder = randomUUID();
  const stopping = new AbortController();
  let failures = 0;
  let renewAt = 0;

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  /** @returns how long to wait before the next turn, in milliseconds */
  async function turn(): Promise<number> {
    if (Date.now() >= renewAt) {
      if (!(await leases.acquire(name, holder, leaseMs))) return leaseMs / 4;
      renewAt = Date.now() + leaseMs / 3;
    }
    const entries = await outbox.read(batch);
    if (entries.length === 0) return idleMs;
    await publish(entries.map((entry) => entry.change));
    await outbox.remove(entries);
    const oldest = Math.min(...entries.map((entry) => entry.createdAt.getTime()));
    deps.onPublished?.(entries.length, Date.now() - oldest);
    // A batch that is far from full was all there is: the next ones may gather.
    return entries.length < batch / 2 ? idleMs : 0;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const wait = await turn();
        if (failures > 0) log.info({ region }, 'link changes are on their way again');
        failures = 0;
        if (wait > 0) await pause(wait);
      } catch (error) {
        failures++;
        // An outage is one line, however long it is.
        if (failures === 1) log.warn({ region, err: error }, 'link changes wait');
        await pause(
          Math.min(LONGEST_PAUSE_MS, 100 * 2 ** Math.min(failures, 10)) * (0.5 + Math.random() / 2),
        );
      }
    }
    await leases.release(name, holder).catch(() => undefined);
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
    isWorking: () => failures === 0,
  };
}
