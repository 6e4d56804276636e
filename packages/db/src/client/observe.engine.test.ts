import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLink, openStore, type Store } from '../testing/open-store.ts';
import type { Statement } from './observe.ts';

const seen: Statement[] = [];
let failures = 0;
let store: Store;
beforeAll(async () => {
  store = await openStore({
    aroundStatement: async (statement, run) => {
      seen.push(statement);
      try {
        return await run();
      } catch (error) {
        failures += 1;
        throw error;
      }
    },
  });
});
afterAll(() => store.close());

describe('a client whose statements are observed (RUN-4)', () => {
  it('tells each statement with its text, and none of its values', async () => {
    seen.length = 0;
    const link = aLink({ longUrl: 'https://secret.example/?token=hunter2', title: 'hunter2' });
    const inserted = await store.db.links.insert(link);
    expect(inserted).toMatchObject({ outcome: 'created' });
    const found = await store.db.links.find(link);
    expect(found).toMatchObject({ longUrl: link.longUrl });
    expect(seen.map(({ operation }) => operation)).toEqual(['$queryRaw', '$queryRaw']);
    expect(seen[0]?.sql).toMatch(/INSERT INTO links/);
    expect(JSON.stringify(seen)).not.toMatch(/hunter2|secret\.example/);
  });

  it('tells models of queries that have no text', async () => {
    seen.length = 0;
    await store.db.client.user.count();
    expect(seen).toEqual([{ operation: 'count', model: 'User', sql: undefined }]);
  });

  it('gives errors and conflicts through as they are: repositories and transactions repeat as ever', async () => {
    const { client } = store.db;
    const { id } = await client.user.create({ data: { name: '0', email: 'observed@example.com' } });
    const increment = () =>
      client.$transaction(async (tx) => {
        const user = await tx.user.findUniqueOrThrow({ where: { id } });
        await tx.user.update({ where: { id }, data: { name: String(Number(user.name) + 1) } });
      });
    failures = 0;
    for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 6 }, increment));
    expect((await client.user.findUniqueOrThrow({ where: { id } })).name).toBe('30');
    expect(failures).toBeGreaterThan(0);
    const data = { name: 'x', email: 'observed@example.com' };
    await expect(client.user.create({ data })).rejects.toMatchObject({ code: 'P2002' });
  });
});
