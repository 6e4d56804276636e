import { randomUUID } from 'node:crypto';
import { DEFAULT_DOMAIN } from '@brevia/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLink, created, freshCode, openStore, type Store } from '../testing/open-store.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore({ poolMax: 20 });
});
afterAll(() => store.close());

const changesOf = async (code: string) =>
  (
    await store.sql.query<{ change: Record<string, unknown> }>(
      `SELECT change FROM outbox WHERE coalesce(change->'link'->>'code', change->>'code') = $1 ORDER BY created_at`,
      [code],
    )
  ).rows.map((row) => row.change);
const keyOf = (code: string) => ({ domain: DEFAULT_DOMAIN, code });

describe('creating a link', () => {
  it('stores all that was given, byte for byte, and leaves its change in the outbox (LINK-1)', async () => {
    const link = aLink({
      longUrl: 'https://example.com/q?sql=x+LIKE+%27%25admin%25%27#a%20b',
      title: '🎉 Fête',
      notes: 'line\nline "quoted" \\ {x}',
      tags: ['news', 'a, b', '"q"', '{x}'],
      permanent: true,
      forwardQuery: true,
      expiresAt: new Date('2040-01-02T03:04:05.678Z'),
    });
    const result = await store.db.links.insert(link);
    expect(result).toMatchObject({
      outcome: 'created',
      link: { ...link, version: 1, enabled: true, deletedAt: null },
    });
    const found = await store.db.links.find(link);
    expect({ outcome: 'created', link: found }).toEqual(result);
    expect(await changesOf(link.code)).toEqual([
      {
        kind: 'upsert',
        link: {
          domain: DEFAULT_DOMAIN,
          code: link.code,
          longUrl: link.longUrl,
          ownerId: link.workspaceId,
          permanent: true,
          forwardQuery: true,
          enabled: true,
          expiresAt: Date.UTC(2040, 0, 2, 3, 4, 5, 678),
          version: 1,
        },
      },
    ]);
  });

  it('an anonymous link has neither workspace nor creator, and costs no entry in any search', async () => {
    const link = await created(store.db, { workspaceId: null });
    expect(link).toMatchObject({ workspaceId: null, creatorId: null });
    const { rows } = await store.sql.query('SELECT search_text, search_keys FROM links WHERE code = $1', [
      link.code,
    ]);
    expect(rows).toEqual([{ search_text: null, search_keys: [] }]);
  });

  it('never overwrites: a code that exists is `code_taken`, and the other link is untouched (C061, C062)', async () => {
    const first = await created(store.db, { longUrl: 'https://first.example/' });
    expect(
      await store.db.links.insert(aLink({ code: first.code, longUrl: 'https://second.example/' })),
    ).toEqual({
      outcome: 'code_taken',
    });
    expect((await store.db.links.find(first))?.longUrl).toBe('https://first.example/');
    expect(await changesOf(first.code)).toHaveLength(1);
  });

  it('again with the same code and create key finds the one that it made, and makes no second (LINK-5, API-4)', async () => {
    const links = [true, false, false].map((isCustom) =>
      aLink({ code: freshCode(), createKey: randomUUID(), isCustom }),
    );
    const first = await store.db.links.insertMany(links);
    expect(await store.db.links.insertMany(links)).toEqual(first);
    expect(await store.db.links.insert(links[0]!)).toEqual(first[0]);
    const slots = links.map(({ code, createKey }) => ({ code, createKey: createKey! }));
    const made = await store.db.links.findMade(DEFAULT_DOMAIN, [
      ...slots,
      { code: slots[0]!.code, createKey: randomUUID() },
    ]);
    expect(slots.map(({ createKey }) => ({ outcome: 'created', link: made.get(createKey) }))).toEqual(first);
    expect(made.size).toBe(3);
    for (const { code } of links) expect(await changesOf(code)).toHaveLength(1);
  });

  it('50 requests for one alias at once: exactly one is created, 49 are taken (ALIAS-3, C057)', async () => {
    const results = await Promise.all(
      Array.from({ length: 50 }, () => store.db.links.insert(aLink({ code: 'Summer', isCustom: true }))),
    );
    const outcomes = results.map((result) => result.outcome);
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'alias_taken')).toHaveLength(49);
    expect(await changesOf('Summer')).toHaveLength(1);
  });

  it('an alias that differs only by case is taken, and its whole statement undone (ALIAS-1)', async () => {
    await created(store.db, { code: 'Winter', isCustom: true });
    for (const code of ['winter', 'WINTER', 'wInTeR']) {
      expect(await store.db.links.insert(aLink({ code, isCustom: true }))).toEqual({
        outcome: 'alias_taken',
      });
      expect(await store.db.links.find(keyOf(code))).toBeNull();
      expect(await changesOf(code)).toEqual([]);
    }
  });

  it('50 spellings of one alias at once: exactly one is created', async () => {
    const spellings = Array.from({ length: 50 }, (_, n) =>
      [...'autumn'].map((char, at) => ((n >> at) & 1 ? char.toUpperCase() : char)).join(''),
    );
    const results = await Promise.all(
      spellings.map((code) => store.db.links.insert(aLink({ code, isCustom: true }))),
    );
    expect(results.filter((result) => result.outcome === 'created')).toHaveLength(1);
    const { rows } = await store.sql.query("SELECT 1 FROM links WHERE lower(code) = 'autumn'");
    expect(rows).toHaveLength(1);
  });

  it('generated codes are told apart by case, and don’t mind aliases of another case', async () => {
    await created(store.db, { code: 'abcdEFG', isCustom: true });
    await created(store.db, { code: 'ABCDefg' });
    await created(store.db, { code: 'abcdefg' });
  });

  it('a generated code that a custom alias holds is `code_taken`: the generator takes the next (CODE-3, C060)', async () => {
    await created(store.db, { code: 'zzzzzz1', isCustom: true });
    expect(await store.db.links.insert(aLink({ code: 'zzzzzz1' }))).toEqual({ outcome: 'code_taken' });
    await created(store.db, { code: 'zzzzzz2' });
  });

  it('a URL longer than 2,048 characters is refused by the store itself', async () => {
    const longUrl = `https://example.com/${'a'.repeat(2_048)}`;
    await expect(store.db.links.insert(aLink({ longUrl }))).rejects.toThrow(/links_long_url_length/);
  });

  it('which codes are taken is found without regard to case among aliases only', async () => {
    await created(store.db, { code: 'Spring', isCustom: true });
    const { code } = await created(store.db);
    const asked = ['Spring', 'spring', code, code.toUpperCase(), 'never'];
    expect(await store.db.links.findTaken(DEFAULT_DOMAIN, asked)).toEqual(
      new Set(['Spring', 'spring', code]),
    );
  });
});

describe('creating many at once', () => {
  it('answers for each in its place; what is free is created (C045)', async () => {
    const taken = await created(store.db);
    const links = [
      aLink({ tags: ['x', 'y'] }),
      aLink({ code: taken.code }),
      aLink({ code: 'Bulk-1', isCustom: true }),
    ];
    const results = await store.db.links.insertMany(links);
    expect(results.map((result) => result.outcome)).toEqual(['created', 'code_taken', 'created']);
    const [first] = results;
    expect({ outcome: 'created', link: await store.db.links.find(links[0]!) }).toEqual(first);
    expect(await changesOf('Bulk-1')).toMatchObject([
      { kind: 'upsert', link: { code: 'Bulk-1', version: 1 } },
    ]);
  });

  it('aliases that collide by case, inside the batch or outside, cost only themselves', async () => {
    await created(store.db, { code: 'Outside', isCustom: true });
    const codes = ['inside', 'INSIDE', 'outside', 'Free-1'];
    const results = await store.db.links.insertMany(codes.map((code) => aLink({ code, isCustom: true })));
    expect(results.map((result) => result.outcome)).toEqual([
      'created',
      'alias_taken',
      'alias_taken',
      'created',
    ]);
  });

  it('250 links make 250 rows and 250 outbox entries', async () => {
    const workspaceId = randomUUID();
    const results = await store.db.links.insertMany(
      Array.from({ length: 250 }, () => aLink({ workspaceId })),
    );
    expect(results.every((result) => result.outcome === 'created')).toBe(true);
    const { rows } = await store.sql.query("SELECT 1 FROM outbox WHERE change->'link'->>'ownerId' = $1", [
      workspaceId,
    ]);
    expect(rows).toHaveLength(250);
  });
});

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
    expect(await changesOf(link.code)).toMatchObject([
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
    expect((await changesOf('Forever')).at(-1)).toMatchObject({ kind: 'delete', version: 3 });
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
