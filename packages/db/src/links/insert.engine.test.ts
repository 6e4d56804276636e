import { randomUUID } from 'node:crypto';
import { DEFAULT_DOMAIN } from '@brevia/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLink, changesOf, created, freshCode, openStore, type Store } from '../testing/open-store.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore({ poolMax: 20 });
});
afterAll(() => store.close());

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
    expect(await changesOf(store.sql, link.code)).toEqual([
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
    expect(await changesOf(store.sql, first.code)).toHaveLength(1);
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
    for (const { code } of links) expect(await changesOf(store.sql, code)).toHaveLength(1);
  });

  it('50 requests for one alias at once: exactly one is created, 49 are taken (ALIAS-3, C057)', async () => {
    const results = await Promise.all(
      Array.from({ length: 50 }, () => store.db.links.insert(aLink({ code: 'Summer', isCustom: true }))),
    );
    const outcomes = results.map((result) => result.outcome);
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'alias_taken')).toHaveLength(49);
    expect(await changesOf(store.sql, 'Summer')).toHaveLength(1);
  });

  it('an alias that differs only by case is taken, and its whole statement undone (ALIAS-1)', async () => {
    await created(store.db, { code: 'Winter', isCustom: true });
    for (const code of ['winter', 'WINTER', 'wInTeR']) {
      expect(await store.db.links.insert(aLink({ code, isCustom: true }))).toEqual({
        outcome: 'alias_taken',
      });
      expect(await store.db.links.find(keyOf(code))).toBeNull();
      expect(await changesOf(store.sql, code)).toEqual([]);
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
    expect(await changesOf(store.sql, 'Bulk-1')).toMatchObject([
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
