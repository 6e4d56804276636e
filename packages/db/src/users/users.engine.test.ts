import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../database.ts';
import { created, openStore, type Store } from '../testing/open-store.ts';

let store: Store;
/** Another server on the same store. */
let second: Database;
beforeAll(async () => {
  store = await openStore();
  // As PostgreSQL comes: what is decided here must not lean on how the store was set up.
  await store.sql.query(
    `ALTER DATABASE "${new URL(store.url).pathname.slice(1)}" SET default_transaction_isolation = 'read committed'`,
  );
  second = createDatabase({ url: store.url });
});
afterAll(async () => {
  await second.close();
  await store.close();
});

let count = 0;
async function aUser(given: { name?: string; email?: string; role?: string } = {}) {
  const {
    name = 'Ada',
    email = `person${String(++count).padStart(4, '0')}@list.example`,
    role = 'user',
  } = given;
  const { id } = await store.db.client.user.create({ data: { name, email, role } });
  return { id, name, email };
}
const anAdmin = () => aUser({ name: 'Root', role: 'admin' });
const aSession = (userId: string, updatedAt = new Date()) =>
  store.db.client.session.create({
    data: {
      token: randomUUID(),
      userId,
      expiresAt: new Date(Date.now() + 60_000),
      createdAt: updatedAt,
      updatedAt,
    },
  });
const find = (id: string) => store.db.users.findById(id);

describe('the list of accounts (WEB-4)', () => {
  it('goes through everybody by address, page by page, and shows nobody twice', async () => {
    const made: string[] = [];
    for (let n = 0; n < 7; n++) made.push((await aUser()).email);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { users, nextEmail } = await store.db.users.list({ search: '', after, limit: 3 });
      seen.push(...users.map(({ email }) => email));
      after = nextEmail;
    } while (after !== null);
    expect(seen).toEqual([...seen].sort());
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made));
  });

  it('finds a text inside of addresses and names, in any case, and nothing by the signs of a pattern', async () => {
    const byName = await aUser({ name: 'Grace HOPPER' });
    const byEmail = await aUser({ email: 'Hopper.G@navy.example' });
    const search = async (text: string) =>
      (await store.db.users.list({ search: text, after: null, limit: 50 })).users.map(({ id }) => id);
    expect(new Set(await search('hopper'))).toEqual(new Set([byName.id, byEmail.id]));
    expect(await search('ppp')).toEqual([]);
    expect(await search('%')).toEqual([]);
    expect(await search('_opper')).toEqual([]);
  });

  it('pages through what it finds', async () => {
    for (const n of [1, 2, 3]) await aUser({ name: `Paged ${n}`, email: `paged${n}@pages.example` });
    const first = await store.db.users.list({ search: 'paged', after: null, limit: 2 });
    expect(first).toMatchObject({
      users: [{ name: 'Paged 1' }, { name: 'Paged 2' }],
      nextEmail: 'paged2@pages.example',
    });
    const last = await store.db.users.list({ search: 'paged', after: first.nextEmail, limit: 2 });
    expect(last).toMatchObject({ users: [{ name: 'Paged 3' }], nextEmail: null });
  });

  it('says when somebody was last seen and how many links they have, without those that are deleted', async () => {
    const user = await aUser({ email: 'figures@list.example' });
    const workspaceId = await store.db.workspaces.createPersonal(user);
    const listed = async () =>
      (await store.db.users.list({ search: user.email, after: null, limit: 1 })).users[0];
    expect(await listed()).toMatchObject({ lastSeenAt: null, links: 0 });
    const [long, lately] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-11-30T10:00:00Z')];
    await aSession(user.id, lately);
    await aSession(user.id, long);
    await created(store.db, { workspaceId });
    const gone = await created(store.db, { workspaceId });
    await store.db.links.softDelete({ domain: gone.domain, code: gone.code }, { workspaceId });
    expect(await listed()).toMatchObject({ lastSeenAt: lately, links: 1 });
  });

  it('counts a hundred links at most, so that a page costs the same whoever is on it', async () => {
    const user = await aUser({ email: 'many@list.example' });
    const workspaceId = await store.db.workspaces.createPersonal(user);
    await store.sql.query(
      `INSERT INTO links (domain, code, long_url, workspace_id, create_key)
       SELECT 'default', 'many' || n, 'https://example.com/', $1, gen_random_uuid() FROM generate_series(1, 150) AS n`,
      [workspaceId],
    );
    const { users } = await store.db.users.list({ search: user.email, after: null, limit: 1 });
    expect(users).toMatchObject([{ links: 100 }]);
  });
});

describe('what admins do to accounts (WEB-4)', () => {
  it('makes and unmakes admins, suspends with a reason and lifts it', async () => {
    const [actor, user] = [await anAdmin(), await aUser()];
    const administer = (change: Parameters<Database['users']['administer']>[0]['change']) =>
      store.db.users.administer({ actorId: actor.id, userId: user.id, change });
    expect(await administer({ kind: 'role', role: 'admin' })).toBe('done');
    expect(await find(user.id)).toMatchObject({ role: 'admin' });
    expect(await administer({ kind: 'role', role: 'user' })).toBe('done');
    expect(await administer({ kind: 'suspend', reason: 'phishing' })).toBe('done');
    expect(await find(user.id)).toMatchObject({ role: 'user', banned: true });
    const listed = await store.db.users.list({ search: user.email, after: null, limit: 1 });
    expect(listed.users).toMatchObject([{ banned: true, banReason: 'phishing' }]);
    expect(await administer({ kind: 'unsuspend' })).toBe('done');
    expect(await find(user.id)).toMatchObject({ banned: false });
  });

  it('is refused to those who are no admin any more or are suspended, on oneself, and for nobody', async () => {
    const [actor, user] = [await anAdmin(), await aUser()];
    const change = { kind: 'role', role: 'admin' } as const;
    const suspend = { kind: 'suspend', reason: null } as const;
    const { administer } = store.db.users;
    expect(await administer({ actorId: actor.id, userId: actor.id, change: suspend })).toBe('own_account');
    expect(await administer({ actorId: actor.id, userId: 'nobody', change })).toBe('not_found');
    expect(await administer({ actorId: user.id, userId: actor.id, change: suspend })).toBe('not_admin');
    await store.sql.query('UPDATE users SET banned = TRUE WHERE id = $1', [actor.id]);
    expect(await administer({ actorId: actor.id, userId: user.id, change })).toBe('not_admin');
    expect(await find(user.id)).toMatchObject({ role: 'user' });
  });

  it.each([
    ['demote', { kind: 'role', role: 'user' }],
    ['suspend', { kind: 'suspend', reason: null }],
  ] as const)('two admins who %s each other at once leave one, in 40 of 40 tries', async (_, change) => {
    const [one, other] = [await anAdmin(), await anAdmin()];
    for (let round = 0; round < 40; round++) {
      await store.sql.query("UPDATE users SET role = 'admin', banned = FALSE WHERE id IN ($1, $2)", [
        one.id,
        other.id,
      ]);
      const outcomes = await Promise.all([
        store.db.users.administer({ actorId: one.id, userId: other.id, change }),
        second.users.administer({ actorId: other.id, userId: one.id, change }),
      ]);
      expect([...outcomes].sort()).toEqual(['done', 'not_admin']);
      const { rowCount } = await store.sql.query(
        "SELECT 1 FROM users WHERE id IN ($1, $2) AND role = 'admin' AND banned IS NOT TRUE",
        [one.id, other.id],
      );
      expect(rowCount).toBe(1);
    }
  });

  it('a ring of admins who all suspend their neighbour at once leaves at least one', async () => {
    const ring = await Promise.all(Array.from({ length: 6 }, anAdmin));
    const ids = ring.map(({ id }) => id);
    for (let round = 0; round < 10; round++) {
      await store.sql.query("UPDATE users SET role = 'admin', banned = FALSE WHERE id = ANY($1)", [ids]);
      await Promise.all(
        ids.map((actorId, n) =>
          (n % 2 === 0 ? store.db : second).users.administer({
            actorId,
            userId: ids[(n + 1) % ids.length]!,
            change: { kind: 'suspend', reason: null },
          }),
        ),
      );
      const { rowCount } = await store.sql.query(
        'SELECT 1 FROM users WHERE id = ANY($1) AND banned IS NOT TRUE',
        [ids],
      );
      expect(rowCount).toBeGreaterThan(0);
    }
  });

  it('ends all sessions of one account and no other', async () => {
    const [user, other] = [await aUser(), await aUser()];
    for (const { id } of [user, user, other]) await aSession(id);
    await store.db.users.endSessions(user.id);
    const left = async (userId: string) => store.db.client.session.count({ where: { userId } });
    expect([await left(user.id), await left(other.id)]).toEqual([0, 1]);
  });
});
