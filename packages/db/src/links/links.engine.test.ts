import { randomUUID } from 'node:crypto';
import { DEFAULT_DOMAIN } from '@brevia/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLink, changesOf, created, freshCode, openStore, type Store } from '../testing/open-store.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore({ poolMax: 20 });
});
afterAll(() => store.close());

describe('changing a link', () => {
  const full = {
    title: 'Title',
    notes: 'Notes',
    tags: ['a'],
    permanent: true,
    forwardQuery: true,
    expiresAt: new Date('2041-01-01T00:00:00Z'),
  };

  it('null clears, missing and undefined leave, and only what is sent changes (C166, C167, C168)', async () => {
    const link = await created(store.db, full);
    const scope = { workspaceId: link.workspaceId! };
    const cleared = await store.db.links.update(link, scope, {
      title: 't',
      expiresAt: null,
      notes: undefined,
    });
    expect(cleared).toEqual({
      ...link,
      title: 't',
      expiresAt: null,
      version: 2,
      updatedAt: cleared!.updatedAt,
    });
    const alone = await store.db.links.update(link, scope, { notes: null });
    expect(alone).toMatchObject({ title: 't', notes: null, tags: ['a'], permanent: true, version: 3 });
  });

  it('falsy values are values: false, the empty list, the empty text', async () => {
    const link = await created(store.db, full);
    const patch = { enabled: false, permanent: false, forwardQuery: false, tags: [], notes: '' };
    expect(await store.db.links.update(link, { workspaceId: link.workspaceId! }, patch)).toMatchObject(patch);
  });

  it('each change bumps the version and leaves the new state in the outbox', async () => {
    const link = await created(store.db);
    const scope = { workspaceId: link.workspaceId! };
    await store.db.links.update(link, scope, { longUrl: 'https://other.example/' });
    await store.db.links.update(link, scope, { enabled: false });
    await store.db.links.softDelete(link, scope);
    await store.db.links.restore(link, scope);
    expect(await changesOf(store.sql, link.code)).toMatchObject([
      { kind: 'upsert', link: { version: 1 } },
      { kind: 'upsert', link: { version: 2, longUrl: 'https://other.example/', enabled: true } },
      { kind: 'upsert', link: { version: 3, enabled: false, expiresAt: null } },
      { kind: 'delete', domain: DEFAULT_DOMAIN, code: link.code, version: 4 },
      { kind: 'upsert', link: { version: 5, longUrl: 'https://other.example/' } },
    ]);
  });

  it('nobody changes a link of another workspace, and anonymous links only an admin can (C198)', async () => {
    const theirs = await created(store.db);
    const anonymous = await created(store.db, { workspaceId: null });
    const mine = { workspaceId: randomUUID() };
    for (const link of [theirs, anonymous]) {
      expect(await store.db.links.update(link, mine, { notes: 'x' })).toBeNull();
      expect(await store.db.links.update(link, mine, { longUrl: 'https://evil.example/' })).toBeNull();
      expect(await store.db.links.softDelete(link, mine)).toBeNull();
      expect(await store.db.links.find(link)).toEqual(link);
      expect((await store.db.links.softDelete(link, 'any'))?.version).toBe(2);
      expect(await store.db.links.restore(link, mine)).toBeNull();
    }
  });

  it('a deleted link can’t be changed, deleted again or found by a stranger’s restore', async () => {
    const link = await created(store.db);
    const scope = { workspaceId: link.workspaceId! };
    await store.db.links.softDelete(link, scope);
    expect(await store.db.links.update(link, scope, { notes: 'x' })).toBeNull();
    expect(await store.db.links.update(link, scope, { title: 'x' })).toBeNull();
    expect(await store.db.links.softDelete(link, scope)).toBeNull();
    expect((await store.db.links.find(link))?.deletedAt).toBeInstanceOf(Date);
  });

  it('is found by its new words, not by its old ones', async () => {
    const link = await created(store.db, { title: 'umbrella', tags: ['rain'] });
    const workspaceId = link.workspaceId!;
    await store.db.links.update(link, { workspaceId }, { title: 'parasol', tags: ['sun'] });
    const count = async (query: { search?: string; tag?: string }) =>
      (await store.db.links.list({ workspaceId, limit: 10, now: new Date(), ...query })).items.length;
    expect(await count({ search: 'paraso' })).toBe(1);
    expect(await count({ search: 'umbrel' })).toBe(0);
    expect(await count({ tag: 'sun' })).toBe(1);
    expect(await count({ tag: 'rain' })).toBe(0);
  });
});

describe('a code is never given out twice (LINK-3, C257)', () => {
  it('not after a deletion, not after a purge, in no spelling of an alias', async () => {
    const link = await created(store.db, { code: 'Forever', isCustom: true, title: 'secret' });
    await store.db.links.softDelete(link, 'any');
    expect(await store.db.links.insert(aLink({ code: 'Forever', isCustom: true }))).toEqual({
      outcome: 'alias_taken',
    });

    expect(await store.db.links.purge(new Date(Date.now() + 60_000), 1_000)).toBeGreaterThan(0);
    expect(await store.db.links.find(link)).toBeNull();
    expect(await store.db.links.restore(link, 'any')).toBeNull();
    for (const code of ['Forever', 'forever']) {
      expect(await store.db.links.insert(aLink({ code, isCustom: true }))).toEqual({
        outcome: 'alias_taken',
      });
    }
    expect(await store.db.links.insert(aLink({ code: 'Forever' }))).toEqual({ outcome: 'code_taken' });
    const { rows } = await store.sql.query("SELECT long_url, title, tags FROM links WHERE code = 'Forever'");
    expect(rows).toEqual([{ long_url: '', title: null, tags: [] }]);
    expect((await changesOf(store.sql, 'Forever')).at(-1)).toMatchObject({ kind: 'delete', version: 3 });
  });

  it('a purge takes only what was deleted before, and no more than it was asked to', async () => {
    const links = [await created(store.db), await created(store.db), await created(store.db)];
    for (const link of links) await store.db.links.softDelete(link, 'any');
    expect(await store.db.links.purge(new Date(Date.now() - 3_600_000), 10)).toBe(0);
    expect(await store.db.links.purge(new Date(Date.now() + 60_000), 2)).toBe(2);
  });
});

it('times keep their instant whatever the time zone of the server', async () => {
  await store.sql.query(
    `ALTER DATABASE ${new URL(store.url).pathname.slice(1)} SET timezone = 'Asia/Kathmandu'`,
  );
  const other = await openStoreAgain();
  const expiresAt = new Date('2042-06-01T12:00:00.001Z');
  const link = await created(other, { expiresAt });
  expect(Math.abs(link.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
  expect((await other.links.find(link))?.expiresAt).toEqual(expiresAt);
  const user = await other.client.user.create({
    data: { name: 'N', email: `${freshCode()}@x.example`, banExpires: expiresAt },
  });
  expect((await other.client.user.findUnique({ where: { id: user.id } }))?.banExpires).toEqual(expiresAt);
  await other.close();

  async function openStoreAgain() {
    const { createDatabase } = await import('../database.ts');
    return createDatabase({ url: store.url });
  }
});
