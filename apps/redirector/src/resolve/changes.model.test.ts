import { applyChange, createBreaker, createMemoryChangeChannel, createMemoryLinkCache } from '@brevia/cache';
import type { LinkChange, RedirectLink } from '@brevia/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCounters } from '../metrics/counters.ts';
import { plainLink } from '../testing/links.ts';
import { createMemoryTier } from './memory-tier.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { createScanLimiter } from './scan-limiter.ts';
import { createUnknownCodes } from './unknown-codes.ts';

const MEMORY_FRESH = 5_000;
const REDIS_FRESH = 120_000;
const SLOWEST_LOOKUP = 2_000;
const UNKNOWN = 1_000;
/** For how long a deletion is remembered against a message from before it. */
const LATEST_MESSAGE = 3_600_000;
/** The stated bound when every message is lost: fresh in Redis and then in memory, and a look-up in between. */
const BOUND = REDIS_FRESH + MEMORY_FRESH + SLOWEST_LOOKUP;

type Step =
  | { kind: 'create' | 'edit' | 'delete' | 'restore'; code: number; redisLost: boolean; messageLost: boolean }
  | { kind: 'visit'; redirector: number; code: number }
  | { kind: 'answer'; index: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'late'; index: number };

/** One region: the store's history, a shared cache, two redirectors, and look-ups whose answers come when they like. */
function createWorld() {
  const clock = { now: 10_000_000 };
  const now = () => clock.now;
  const rows = new Map<
    string,
    { version: number; alive: boolean; changedAt: number; heardAt: number | null }[]
  >();
  const cache = createMemoryLinkCache({ freshMs: REDIS_FRESH, now });
  const channel = createMemoryChangeChannel();
  // Answers of the store and of Redis that are on their way: what was true when it was read.
  const slow: { deliver: () => void; at: number }[] = [];
  const late: { event: LinkChange; at: number }[] = [];

  const linkOf = (code: string, version: number): RedirectLink => ({ ...plainLink, code, version });
  const last = (code: string) => rows.get(code)?.at(-1);
  const redirectors: Resolver[] = Array.from({ length: 2 }, (_, index) => {
    const memory = createMemoryTier({ max: 1 + index, freshMs: MEMORY_FRESH, policy: { cdnMaxAge: 0 }, now });
    return createResolver({
      memory,
      unknown: createUnknownCodes({ max: 10, ttlMs: UNKNOWN, now }),
      cache: {
        ...cache,
        areCurrent: async (links) => {
          const read = await cache.areCurrent(links);
          return new Promise((resolve) => slow.push({ deliver: () => resolve(read), at: clock.now }));
        },
      },
      store: {
        find: ({ code }) => {
          const row = last(code);
          const read = row?.alive === true ? linkOf(code, row.version) : null;
          return new Promise((resolve) => slow.push({ deliver: () => resolve(read), at: clock.now }));
        },
      },
      storeBreaker: createBreaker({ failures: 1e9 }),
      limiter: createScanLimiter({ burst: 1e9, perMinute: 1e9, maxClients: 10, now }),
      counters: createCounters(),
      now,
      storeTimeoutMs: 1e6,
      maxStoreLookups: 1e9,
      staleMs: 1_000,
      defer: queueMicrotask,
      reserved: new Set(),
    });
  });
  for (const redirector of redirectors) {
    void channel.subscribe(
      (change) => redirector.apply(change),
      () => undefined,
    );
  }

  /** Lets promises that are settled run; nothing here waits for real time. */
  const settle = async () => {
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
  };

  const change = async (code: string, alive: boolean, redisLost: boolean, messageLost: boolean) => {
    const version = (last(code)?.version ?? 0) + 1;
    const event: LinkChange = alive
      ? { kind: 'upsert', link: linkOf(code, version) }
      : { kind: 'delete', domain: 'default', code, version };
    const row = { version, alive, changedAt: clock.now, heardAt: null as number | null };
    rows.set(code, [...(rows.get(code) ?? []), row]);
    if (redisLost) late.push({ event, at: clock.now });
    else await applyChange(cache, event);
    if (messageLost) late.push({ event, at: clock.now });
    else await channel.publish(event);
    if (!redisLost && !messageLost) row.heardAt = clock.now;
    await settle();
  };

  return { clock, rows, slow, late, last, redirectors, cache, channel, settle, change };
}

const code = fc.nat({ max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('create', 'edit', 'delete', 'restore'),
      code,
      redisLost: fc.boolean(),
      messageLost: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('visit' as const), redirector: fc.nat({ max: 1 }), code }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('answer' as const), index: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('late' as const), index: fc.nat({ max: 5 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 900, 4_000, 5_000, 30_000, 120_000, 900_000),
    }),
  },
);

it('a change is seen at once where its messages arrive, and within the stated bound where all of them are lost (RED-4)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
      const world = createWorld();
      const { clock, rows, slow, late, last, redirectors, settle } = world;
      const pending: Promise<void>[] = [];

      /** Look-ups end within their time: no step of the clock goes past that. */
      const wait = async (ms: number) => {
        const end = clock.now + ms;
        while (slow.length > 0 && slow[0]!.at + SLOWEST_LOOKUP <= end) {
          clock.now = Math.max(clock.now, slow[0]!.at + SLOWEST_LOOKUP);
          slow.shift()?.deliver();
          await settle();
        }
        clock.now = end;
      };

      for (const one of steps) {
        await wait(1);
        if (one.kind === 'wait') await wait(one.ms);
        else if (one.kind === 'answer') {
          slow.splice(one.index % Math.max(1, slow.length), 1)[0]?.deliver();
          await settle();
        } else if (one.kind === 'late') {
          // A lost message that comes after all, in any order: the relay's retry.
          const message = late.splice(one.index % Math.max(1, late.length), 1)[0];
          if (message !== undefined && clock.now - message.at < LATEST_MESSAGE) {
            const { event } = message;
            await applyChange(world.cache, event);
            await world.channel.publish(event);
            await settle();
          }
        } else if (one.kind === 'visit') {
          const name = `c${one.code}`;
          const askedAt = clock.now;
          const redirector = redirectors[one.redirector]!;
          const visit = Promise.resolve(
            redirector.resolveNow(name) ?? redirector.lookUp({ domain: 'default', code: name }, ''),
          ).then((resolution) => {
            const seen = resolution.kind === 'found' ? resolution.entry.version : 0;
            const isAlive = resolution.kind === 'found' && resolution.entry.link !== null;
            const history = rows.get(name) ?? [];
            // Changes that everybody was told of, or that are older than the bound, before the visitor asked.
            const due = history.filter(
              ({ heardAt, changedAt }) =>
                (heardAt !== null && heardAt <= askedAt) || changedAt + BOUND < askedAt,
            );
            const newest = due.at(-1);
            if (newest === undefined) return;
            if (isAlive) expect(seen).toBeGreaterThanOrEqual(newest.version);
            // "No such link" is right for a deletion, and for what this process has forgotten about since.
            else {
              const after = history.filter(({ version }) => version >= newest.version);
              expect(after.some(({ alive }) => !alive)).toBe(true);
            }
          });
          pending.push(visit);
          await settle();
        } else {
          const row = last(`c${one.code}`);
          const isWrongTime =
            one.kind === 'create'
              ? row !== undefined
              : one.kind === 'restore'
                ? row?.alive !== false
                : row?.alive !== true;
          if (!isWrongTime) {
            await world.change(`c${one.code}`, one.kind !== 'delete', one.redisLost, one.messageLost);
          }
        }
      }
      while (slow.length > 0) {
        slow.shift()?.deliver();
        await settle();
      }
      await Promise.all(pending);
    }),
    { numRuns: 300 },
  );
}, 60_000);
