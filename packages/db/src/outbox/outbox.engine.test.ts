import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toChange } from '@brevia/core';
import { createLinks } from '../links/index.ts';
import { aLink, created, openStore, type Store } from '../testing/open-store.ts';
import { createOutbox } from './outbox.ts';
import { SHARDS, shardOf } from './shard.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore({ region: 'eu-west' });
});
afterAll(() => store.close());

describe('the outbox', () => {
  it('gives the changes of a link in their order, until they are removed', async () => {
    const link = await created(store.db);
    for (let n = 0; n < 5; n++) await store.db.links.update(link, 'any', { notes: `${n}` });
    const last = await store.db.links.softDelete(link, 'any');
    const entries = await store.db.outbox.read(1_000);
    const versions = entries.map(({ change }) =>
      change.kind === 'upsert' ? change.link.version : change.version,
    );
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(entries.at(-1)?.change).toEqual(toChange(last!));

    await store.db.outbox.remove(entries.slice(0, 3));
    expect((await store.db.outbox.read(1_000)).map((entry) => entry.id)).toEqual(
      entries.slice(3).map((entry) => entry.id),
    );
    await store.db.outbox.remove(entries);
    await store.db.outbox.remove([]);
    expect(await store.db.outbox.size(10)).toBe(0);
  });

  it('the change that the database builds is the one that the link gives, for every kind of link', async () => {
    const link = await created(store.db, {
      permanent: true,
      expiresAt: new Date('2050-05-05T05:05:05.055Z'),
    });
    const changed = await store.db.links.update(link, 'any', {
      longUrl: 'https://example.com/"\\\u2028é',
      forwardQuery: true,
    });
    const entries = await store.db.outbox.read(1_000);
    expect(entries.at(-1)?.change).toEqual(toChange(changed!));
    await store.db.outbox.remove(entries);
  });

  it('a batch is bounded and serves every shard, so a busy link starves no other', async () => {
    const links = Array.from({ length: 200 }, () => aLink());
    await store.db.links.insertMany(links);
    const entries = await store.db.outbox.read(SHARDS * 3);
    expect(entries).toHaveLength(SHARDS * 3);
    expect(new Set(entries.map((entry) => entry.shard)).size).toBe(SHARDS);
    for (const { change, shard } of entries) {
      expect(change.kind === 'upsert' && shardOf(change.link.domain, change.link.code)).toBe(shard);
    }
    expect(await store.db.outbox.size(50)).toBe(50);
  });

  it('belongs to a region: others neither see nor remove its entries', async () => {
    const region = 'us-east';
    const { code } = aLink();
    await createLinks(store.db.client, region).insert(aLink({ code }));
    const elsewhere = createOutbox(store.db.client, region);
    const [entry] = await elsewhere.read(10);
    expect(entry?.change).toMatchObject({ link: { code } });
    await store.db.outbox.remove([entry!]);
    expect(await elsewhere.size(10)).toBe(1);
  });
});
