import { createMemoryChangeChannel, createMemoryLinkCache } from '@brevia/cache';
import type { LinkChange } from '@brevia/core';
import type { OutboxEntry } from '@brevia/db';
import { waitFor } from '@brevia/engines/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createApply, withoutCreations } from './apply.ts';
import { startRelay, type Relay, type RelayDeps } from './relay.ts';

const upsert = (code: string, version: number): LinkChange => ({
  kind: 'upsert',
  link: {
    domain: 'default',
    code,
    longUrl: `https://example.com/${version}`,
    ownerId: null,
    permanent: false,
    forwardQuery: false,
    enabled: true,
    expiresAt: null,
    version,
  },
});
const removal = (code: string, version: number): LinkChange => ({
  kind: 'delete',
  domain: 'default',
  code,
  version,
});

/** An outbox and leases in memory, a receiver that the test can break, and a log that counts its lines. */
function stage(changes: readonly LinkChange[] = []) {
  let entries: OutboxEntry[] = changes.map((change, n) => ({
    id: `${n}`,
    shard: 0,
    createdAt: new Date(),
    change,
  }));
  const state = {
    broken: 'nothing' as 'nothing' | 'store' | 'receiver',
    holder: '',
    batches: [] as LinkChange[][],
  };
  const lines: string[] = [];
  const failIf = (part: string) => {
    if (state.broken === part) throw new Error(`${part} is away`);
  };
  const deps: RelayDeps = {
    region: 'local',
    idleMs: 1,
    leaseMs: 40,
    batch: 3,
    log: { info: (_, message) => lines.push(message), warn: (_, message) => lines.push(message) },
    leases: {
      acquire: async (_name, holder) => {
        await Promise.resolve();
        failIf('store');
        if (state.holder === '') state.holder = holder;
        return state.holder === holder;
      },
      release: async (_name, holder) => {
        await Promise.resolve();
        if (state.holder === holder) state.holder = '';
      },
    },
    outbox: {
      read: async (limit) => {
        await Promise.resolve();
        failIf('store');
        return entries.slice(0, limit);
      },
      remove: async (done) => {
        await Promise.resolve();
        failIf('store');
        entries = entries.filter((entry) => !done.includes(entry));
      },
    },
    publish: async (batch) => {
      await Promise.resolve();
      failIf('receiver');
      state.batches.push([...batch]);
    },
  };
  return { deps, state, lines, left: () => entries.length };
}

const running: Relay[] = [];
const start = (deps: RelayDeps) => {
  const relay = startRelay(deps);
  running.push(relay);
  return relay;
};
afterEach(() => Promise.all(running.splice(0).map((relay) => relay.stop())));

describe('the relay', () => {
  it('publishes in order and in bounded batches, then forgets', async () => {
    const changes = Array.from({ length: 8 }, (_, n) => upsert(`c${n}`, n + 1));
    const { deps, state, left } = stage(changes);
    start(deps);
    await waitFor(() => left() === 0);
    expect(state.batches.map((batch) => batch.length)).toEqual([3, 3, 2]);
    expect(state.batches.flat()).toEqual(changes);
  });

  it.each(['store', 'receiver'] as const)(
    'outlives an outage of the %s without losing a change, and says so once',
    async (part) => {
      const { deps, state, left, lines } = stage([upsert('a', 1)]);
      state.broken = part;
      const relay = start(deps);
      await waitFor(() => !relay.isWorking());
      expect(left()).toBe(1);
      state.broken = 'nothing';
      await waitFor(() => left() === 0 && relay.isWorking());
      expect(state.batches.flat()).toEqual([upsert('a', 1)]);
      expect(lines).toEqual(['link changes wait', 'link changes are on their way again']);
    },
  );

  it('what was published but not removed is published again, never left out', async () => {
    const { deps, state, left } = stage([upsert('a', 1)]);
    const publish = async (batch: readonly LinkChange[]) => {
      await deps.publish(batch);
      if (state.batches.length === 1) state.broken = 'store';
    };
    const relay = start({ ...deps, publish });
    await waitFor(() => !relay.isWorking());
    state.broken = 'nothing';
    await waitFor(() => left() === 0);
    expect(state.batches).toHaveLength(2);
  });

  it('of two relays one works; when it stops the other takes over', async () => {
    const { deps, state, left } = stage();
    const first = start(deps);
    await waitFor(() => state.holder !== '');
    const holder = state.holder;
    start(deps);
    await first.stop();
    await waitFor(() => state.holder !== '' && state.holder !== holder);
    expect(left()).toBe(0);
  });
});

describe('applying changes to the caches of a region', () => {
  it('brings entry and tombstone into the cache and tells every redirector', async () => {
    const cache = createMemoryLinkCache();
    const channel = createMemoryChangeChannel();
    const heard: LinkChange[] = [];
    await channel.subscribe(
      (change) => heard.push(change),
      () => undefined,
    );
    await createApply({ cache, channel })([upsert('a', 2), upsert('b', 3), removal('b', 4)]);
    expect((await cache.get({ domain: 'default', code: 'a' }))?.link?.version).toBe(2);
    expect(await cache.get({ domain: 'default', code: 'b' })).toMatchObject({ link: null, version: 4 });
    expect(heard).toEqual([upsert('a', 2), removal('b', 4)]);
  });

  it('in whatever order and however often: the newest version stays', async () => {
    const cache = createMemoryLinkCache();
    const apply = createApply({ cache, channel: createMemoryChangeChannel() });
    await apply([upsert('a', 3), upsert('a', 2)]);
    await apply([upsert('a', 1)]);
    await apply([upsert('a', 3)]);
    expect((await cache.get({ domain: 'default', code: 'a' }))?.link?.version).toBe(3);
  });

  it('new links need no message in the region that made them; their changes do', () => {
    const changes = [upsert('a', 1), upsert('a', 2), removal('b', 2)];
    expect(withoutCreations(changes)).toEqual(changes.slice(1));
  });
});
