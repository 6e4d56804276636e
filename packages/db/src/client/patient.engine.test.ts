import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../testing/open-store.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore({ poolMax: 12 });
});
afterAll(() => store.close());

describe('the client that better-auth gets (C190)', () => {
  it('repeats whole transactions that met others: 60 contended increments, none lost, no error', async () => {
    const { client } = store.db;
    const { id } = await client.user.create({ data: { name: '0', email: 'counter@example.com' } });
    const increment = () =>
      client.$transaction(async (tx) => {
        const user = await tx.user.findUniqueOrThrow({ where: { id } });
        await tx.user.update({ where: { id }, data: { name: String(Number(user.name) + 1) } });
      });
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 6 }, increment));
    expect((await client.user.findUniqueOrThrow({ where: { id } })).name).toBe('60');
  });

  it('repeats single writes that met others', async () => {
    const { client } = store.db;
    const { id } = await client.user.create({ data: { name: 'x', email: 'single@example.com' } });
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => client.user.update({ where: { id }, data: { name: `${n}` } })),
    );
    expect((await client.user.findUniqueOrThrow({ where: { id } })).name).toMatch(/^\d+$/);
  });

  it('reads on after the server has ended every session', async () => {
    const { client } = store.db;
    await Promise.all(Array.from({ length: 12 }, () => client.user.count()));
    await store.sql.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const counts = await Promise.all(Array.from({ length: 12 }, () => client.user.count()));
    expect(new Set(counts).size).toBe(1);
  });

  it('an error that repeating can’t cure arrives as Prisma threw it', async () => {
    const { client } = store.db;
    const data = { name: 'x', email: 'twice@example.com' };
    await client.user.create({ data });
    await expect(client.user.create({ data })).rejects.toMatchObject({ code: 'P2002' });
    await expect(client.user.update({ where: { id: 'none' }, data: { name: 'y' } })).rejects.toMatchObject({
      code: 'P2025',
    });
  });

  it('is still a Prisma client: models, raw queries, and what better-auth looks at', async () => {
    const { client } = store.db;
    expect(await client.$queryRaw`SELECT 1::INT4 AS one`).toEqual([{ one: 1 }]);
    expect(client).toHaveProperty('_runtimeDataModel.models.User');
    expect(client.twoFactor).toBe(client.twoFactor);
    expect(Reflect.get(client, 'noSuchModel')).toBeUndefined();
  });
});
