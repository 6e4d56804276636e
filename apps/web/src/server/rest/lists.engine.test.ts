import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, member } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

let web: Web;
let owner: Awaited<ReturnType<typeof member>>;
type Row = { code: string; long_url: string; title: string | null; state: string };

beforeAll(async () => {
  web = await startWeb();
  owner = await member(web);
  // One statement, so that all 25 rows carry the same time.
  await web.database.links.insertMany(
    Array.from({ length: 25 }, (_, i) => ({
      domain: 'default',
      code: `Tie${String(i).padStart(4, '0')}`,
      longUrl: `https://example.com/${i}`,
      workspaceId: owner.workspaceId,
      creatorId: owner.userId,
      isCustom: false,
      title: i === 3 ? 'Winter Sale 🎉' : null,
      tags: i % 2 === 0 ? ['even'] : [],
      enabled: i !== 5,
    })),
  );
});
afterAll(() => web.close());

async function walk(query: string): Promise<{ codes: string[]; cursors: (string | null)[] }> {
  const codes: string[] = [];
  const cursors: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    const answer = await call(web, 'GET', `/links?${query}${cursor === null ? '' : `&cursor=${cursor}`}`, {
      key: owner.key,
    });
    expect(answer.status).toBe(200);
    codes.push(...(answer.body['data'] as Row[]).map(({ code }) => code));
    cursor = answer.body['next_cursor'] as string | null;
    cursors.push(cursor);
  } while (cursor !== null && cursors.length < 60);
  return { codes, cursors };
}

describe('GET /links (LINK-2)', () => {
  test.each(
    ['created_at', 'updated_at', 'code'].flatMap((sort) =>
      ['asc', 'desc'].map((order) => [sort, order] as const),
    ),
  )('by %s %s every link comes exactly once, ties too (C176, C177, C178)', async (sort, order) => {
    const { codes } = await walk(`limit=10&sort=${sort}&order=${order}`);
    expect(codes).toHaveLength(25);
    expect(new Set(codes).size).toBe(25);
    const opposite = await walk(`limit=7&sort=${sort}&order=${order === 'asc' ? 'desc' : 'asc'}`);
    expect(opposite.codes).toEqual([...codes].reverse());
  });

  test('the cursor always advances and ends with null (C179)', async () => {
    const { cursors } = await walk('limit=1');
    expect(new Set(cursors).size).toBe(cursors.length);
    expect(cursors.at(-1)).toBeNull();
  });

  test('a cursor of another order is a 400, not another list', async () => {
    const first = await call(web, 'GET', '/links?limit=5&order=asc', { key: owner.key });
    const answer = await call(web, 'GET', `/links?order=desc&cursor=${first.body['next_cursor'] as string}`, {
      key: owner.key,
    });
    expect(answer.status).toBe(400);
  });

  test.each([
    ['search=winter', ['Tie0003']],
    ['search=example.com/24', ['Tie0024']],
    ['search=tie0007', ['Tie0007']],
    ['search=%25', []],
    ['tag=even&state=active&sort=code&order=asc&limit=2', ['Tie0000', 'Tie0002']],
    ['state=disabled', ['Tie0005']],
    ['state=expired', []],
  ])('?%s finds %j', async (query, expected) => {
    const answer = await call(web, 'GET', `/links?${query}`, { key: owner.key });
    expect((answer.body['data'] as Row[]).map(({ code }) => code)).toEqual(expected);
  });
});
