import { randomUUID } from 'node:crypto';
import { linkState, type LinkState } from '@brevia/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLink, created, openStore, type Store } from '../testing/open-store.ts';
import type { LinkSort, SortOrder } from './cursor.ts';
import type { Link } from './link.ts';
import type { LinkQuery } from './list.ts';
import type { NewLink } from './new-link.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const NOW = new Date('2026-06-01T12:00:00.000Z');
const DAY = 86_400_000;

/** All pages of a query, and how many there were. */
async function allPages(query: Omit<LinkQuery, 'now'>): Promise<{ links: Link[]; pages: number }> {
  const links: Link[] = [];
  const seen = new Set<string>();
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page = await store.db.links.list({ ...query, now: NOW, cursor });
    links.push(...page.items);
    pages++;
    cursor = page.nextCursor;
    if (cursor !== null && seen.has(cursor)) throw new Error('a cursor came twice');
    if (cursor !== null) seen.add(cursor);
  } while (cursor !== null);
  return { links, pages };
}

/** The order that a list promises, in plain JavaScript. Codes compare byte by byte. */
function sorted(links: readonly Link[], sort: LinkSort, order: SortOrder): Link[] {
  const byCode = (a: Link, b: Link) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
  const time = (link: Link) => (sort === 'updated_at' ? link.updatedAt : link.createdAt).getTime();
  const compare = sort === 'code' ? byCode : (a: Link, b: Link) => time(b) - time(a) || byCode(a, b);
  const ascending = [...links].sort(compare);
  return (order === 'desc') === (sort !== 'code') ? ascending : ascending.reverse();
}

async function fill(
  workspaceId: string,
  count: number,
  make: (n: number) => Partial<NewLink>,
): Promise<Link[]> {
  const results = await store.db.links.insertMany(
    Array.from({ length: count }, (_, n) => aLink({ workspaceId, ...make(n) })),
  );
  return results.map((result) => {
    if (result.outcome !== 'created') throw new Error(result.outcome);
    return result.link;
  });
}

describe('paging by keyset (LINK-2)', () => {
  it.each([
    ['created_at', 'desc'],
    ['created_at', 'asc'],
    ['updated_at', 'desc'],
    ['updated_at', 'asc'],
    ['code', 'asc'],
    ['code', 'desc'],
  ] as const)(
    'by %s %s: every link exactly once, ties at the edge of pages included (C176, C177)',
    async (sort, order) => {
      const workspaceId = randomUUID();
      // Groups of seven share a millisecond.
      const links = await fill(workspaceId, 40, (n) => ({
        createdAt: new Date(NOW.getTime() - Math.floor(n / 7)),
      }));
      await fill(randomUUID(), 5, () => ({}));
      for (const limit of [1, 3, 10, 40, 100]) {
        const { links: listed, pages } = await allPages({ workspaceId, limit, sort, order });
        expect(listed.map((link) => link.code)).toEqual(sorted(links, sort, order).map((link) => link.code));
        expect(pages).toBe(Math.ceil(40 / limit));
      }
    },
  );

  it('the last page has no cursor, an empty list neither (C179)', async () => {
    const workspaceId = randomUUID();
    expect(await store.db.links.list({ workspaceId, limit: 10, now: NOW })).toEqual({
      items: [],
      nextCursor: null,
    });
    await fill(workspaceId, 10, () => ({}));
    expect((await store.db.links.list({ workspaceId, limit: 10, now: NOW })).nextCursor).toBeNull();
    expect((await store.db.links.list({ workspaceId, limit: 9, now: NOW })).nextCursor).not.toBeNull();
  });

  it('links that are created or deleted between pages neither repeat nor hide others', async () => {
    const workspaceId = randomUUID();
    const links = await fill(workspaceId, 20, (n) => ({ createdAt: new Date(NOW.getTime() - n * 1_000) }));
    const first = await store.db.links.list({ workspaceId, limit: 10, now: NOW });
    await fill(workspaceId, 5, () => ({ createdAt: NOW }));
    await store.db.links.softDelete(first.items.at(-1)!, 'any');
    const second = await store.db.links.list({ workspaceId, limit: 10, now: NOW, cursor: first.nextCursor });
    expect(second.items.map((link) => link.code)).toEqual(links.slice(10).map((link) => link.code));
  });

  it('the store keeps no finer time than a cursor can carry (C178)', async () => {
    const { rows } = await store.sql.query<{ precise: boolean }>(
      "SELECT created_at = date_trunc('milliseconds', created_at) AS precise FROM links",
    );
    expect(rows.every((row) => row.precise)).toBe(true);
  });
});

describe('filters', () => {
  it('by state follow core’s linkState: each link is in exactly one of the four lists', async () => {
    const workspaceId = randomUUID();
    const moments = [null, NOW, new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1)];
    const links = await fill(workspaceId, 16, (n) => ({
      enabled: n % 2 === 0,
      expiresAt: moments[(n >> 1) % 4]!,
    }));
    const all = await Promise.all(
      links.map(async (link, n) => (n >= 8 ? (await store.db.links.softDelete(link, 'any'))! : link)),
    );
    for (const state of ['active', 'disabled', 'expired', 'deleted'] as const satisfies LinkState[]) {
      const { links: listed } = await allPages({ workspaceId, limit: 3, state });
      const expected = all.filter((link) => linkState(link, NOW.getTime()) === state);
      expect(new Set(listed.map((link) => link.code))).toEqual(new Set(expected.map((link) => link.code)));
      expect(listed).toHaveLength(expected.length);
    }
    const { links: alive } = await allPages({ workspaceId, limit: 5 });
    expect(alive).toHaveLength(8);
  });

  it('by tag: the whole tag, byte for byte', async () => {
    const workspaceId = randomUUID();
    const link = await created(store.db, { workspaceId, tags: ['Spring Sale', 'x'] });
    await created(store.db, { workspaceId, tags: ['Spring'], title: 'Spring Sale' });
    const find = async (tag: string) => (await allPages({ workspaceId, limit: 10, tag })).links;
    expect(await find('Spring Sale')).toEqual([link]);
    expect(await find('spring sale')).toEqual([]);
    expect(await find("x' OR '1'='1")).toEqual([]);
  });

  it('by search: any part of code, URL or title, in any case, and nothing of other workspaces', async () => {
    const workspaceId = randomUUID();
    const link = await created(store.db, {
      workspaceId,
      code: 'QrsTuv7',
      longUrl: 'https://shop.example.com/Winter/Coats?size=xl&100%25_wool',
      title: 'Été à la plage',
    });
    await created(store.db, { workspaceId, longUrl: 'https://other.example/' });
    await created(store.db, { longUrl: 'https://shop.example.com/Winter/Coats', title: 'Été à la plage' });
    const find = async (search: string) => (await allPages({ workspaceId, limit: 10, search })).links;
    const parts = [
      'qrstuv',
      'STUV7',
      'winter/c',
      'oats',
      'size=XL',
      'ÉTÉ',
      'e\u0301te\u0301',
      'PLAGE',
      'rs',
      'Q',
      '100%25_wool',
    ];
    for (const part of parts) expect([part, await find(part)]).toEqual([part, [link]]);
    for (const part of ['winterr', '%', '_', 'size_xl', "';--", 'nothing like it', 'zz', '\\']) {
      const expected = part === '%' || part === '_' ? [link] : [];
      expect([part, await find(part)]).toEqual([part, expected]);
    }
  });

  it('combine, and page through what the inverted index finds as through any list', async () => {
    const workspaceId = randomUUID();
    const links = await fill(workspaceId, 60, (n) => ({
      createdAt: new Date(NOW.getTime() - (n % 4)),
      title: n % 3 === 0 ? `campaign ${n}` : null,
      tags: n % 2 === 0 ? ['even'] : [],
      expiresAt: n % 5 === 0 ? new Date(NOW.getTime() - DAY) : null,
    }));
    const expected = links.filter((link, n) => n % 6 === 0 && n % 5 !== 0);
    for (const [sort, order] of [
      ['created_at', 'desc'],
      ['code', 'asc'],
      ['updated_at', 'asc'],
    ] as const) {
      const query = {
        workspaceId,
        search: 'campaign',
        tag: 'even',
        state: 'active',
        sort,
        order,
        limit: 3,
      } as const;
      const { links: listed } = await allPages(query);
      expect(listed.map((link) => link.code)).toEqual(sorted(expected, sort, order).map((link) => link.code));
    }
  });

  it('a state that few links have does not swallow the search', async () => {
    const workspaceId = randomUUID();
    await created(store.db, { workspaceId, title: 'zebra', expiresAt: new Date(NOW.getTime() - 1) });
    for (const search of ['qx', 'qxyz', 'qxyzab']) {
      expect((await allPages({ workspaceId, limit: 10, search, state: 'expired' })).links).toEqual([]);
    }
    expect((await allPages({ workspaceId, limit: 10, search: 'ze', state: 'expired' })).links).toHaveLength(
      1,
    );
  });

  it('for any links and any query the pages together are what a plain filter gives', async () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'Delta', 'épsilon', '漢字漢字漢字');
    const given = fc.record({
      title: fc.option(fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))),
      tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
      enabled: fc.boolean(),
      age: fc.nat(3),
      expires: fc.constantFrom(null, -1, 1),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(given, { minLength: 1, maxLength: 15 }),
        fc.record({
          search: fc.option(fc.tuple(word, fc.nat(3), fc.integer({ min: 1, max: 8 })), { nil: undefined }),
          tag: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
          state: fc.option(fc.constantFrom<LinkState>('active', 'disabled', 'expired'), { nil: undefined }),
          sort: fc.constantFrom<LinkSort>('created_at', 'updated_at', 'code'),
          order: fc.constantFrom<SortOrder>('asc', 'desc'),
          limit: fc.integer({ min: 1, max: 6 }),
        }),
        async (models, { search: part, ...query }) => {
          const workspaceId = randomUUID();
          const search = part && part[0].slice(part[1], part[1] + part[2]);
          const links = await fill(workspaceId, models.length, (n) => ({
            title: models[n]!.title,
            tags: models[n]!.tags,
            enabled: models[n]!.enabled,
            createdAt: new Date(NOW.getTime() - models[n]!.age),
            expiresAt: models[n]!.expires === null ? null : new Date(NOW.getTime() + models[n]!.expires),
          }));
          const matches = (link: Link) =>
            (query.state === undefined || linkState(link, NOW.getTime()) === query.state) &&
            (query.tag === undefined || link.tags.includes(query.tag)) &&
            (!search ||
              `${link.code}\n${link.title ?? ''}\n${link.longUrl}`
                .toLowerCase()
                .includes(search.toLowerCase()));
          const { links: listed } = await allPages({ workspaceId, ...query, search });
          expect(listed.map((link) => link.code)).toEqual(
            sorted(links.filter(matches), query.sort, query.order).map((link) => link.code),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

it('hostile sort and order can only come from a type error: the SQL knows nothing but its own columns (C209)', async () => {
  const workspaceId = randomUUID();
  await created(store.db, { workspaceId });
  const query = { workspaceId, limit: 5, now: NOW, sort: 'code; DROP TABLE links' as LinkSort };
  await store.db.links.list(query).catch(() => undefined);
  expect((await store.db.links.list({ workspaceId, limit: 5, now: NOW })).items).toHaveLength(1);
});
