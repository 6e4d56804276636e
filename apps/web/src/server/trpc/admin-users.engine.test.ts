import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_ENDPOINTS } from '../account-guards.ts';
import { call, cookieOf, member, request, trpc } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

type Person = Awaited<ReturnType<typeof member>>;

let web: Web;
/** Another process on the same store. */
let second: Web;
let admin: Person;

beforeAll(async () => {
  web = await startWeb();
  second = await startWeb({ databaseUrl: web.databaseUrl });
  admin = await anAdmin();
});
afterAll(async () => {
  await second.close();
  await web.close();
});

async function anAdmin(): Promise<Person> {
  const person = await member(web);
  await web.database.users.setRole(person.userId, 'admin');
  return person;
}
const change = (verb: string, input: object, by: Person = admin, at: Web = web) =>
  trpc(at, 'mutation', `admin.users.${verb}`, input, { cookie: by.cookie });
const list = async (input: object) => {
  const { body } = await trpc(web, 'query', 'admin.users.list', input, { cookie: admin.cookie });
  return (
    body as { result: { data: { json: { items: Record<string, unknown>[]; nextCursor: string | null } } } }
  ).result.data.json;
};
const auth = (path: string, body: object, cookie?: string) =>
  request(`${web.url}/api/auth${path}`, 'POST', {
    body,
    headers: { Origin: web.url },
    ...(cookie === undefined ? {} : { cookie }),
  });
const signIn = ({ email, password }: Person) => auth('/sign-in/email', { email, password });
const isSignedIn = async (cookie: string, at: Web = web) =>
  (await trpc(at, 'query', 'me.get', undefined, { cookie })).status === 200;
const keyWorks = async ({ key }: Person, at: Web = web) =>
  (await call(at, 'GET', '/links', { key })).status === 200;

test.each([
  ['query', 'admin.users.list', {}],
  ['mutation', 'admin.users.setRole', { userId: 'nobody', role: 'admin' }],
  ['mutation', 'admin.users.suspend', { userId: 'nobody' }],
  ['mutation', 'admin.users.unsuspend', { userId: 'nobody' }],
  ['mutation', 'admin.users.signOut', { userId: 'nobody' }],
] as const)('%s %s is for admins only (WEB-4)', async (kind, procedure, input) => {
  const person = await member(web);
  expect((await trpc(web, kind, procedure, input, { cookie: person.cookie })).status).toBe(403);
  expect((await trpc(web, kind, procedure, input, { key: admin.key })).status).toBe(403);
  expect((await trpc(web, kind, procedure, input)).status).toBe(401);
  const allowed = await trpc(web, kind, procedure, input, { cookie: admin.cookie });
  expect(allowed.status).toBe(kind === 'query' ? 200 : 404);
});

describe('the list of accounts (WEB-4)', () => {
  test('is searched by part of an address or a name, and shows what an admin needs to know', async () => {
    const person = await member(web);
    await call(web, 'POST', '/links', { key: person.key, body: { long_url: 'https://example.com/' } });
    const { items, nextCursor } = await list({ search: person.email.slice(0, 30).toUpperCase() });
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      { id: person.userId, email: person.email, name: 'Ada', role: 'user', links: 1, suspended: null },
    ]);
    expect(JSON.stringify(items)).not.toMatch(/password|token|hash/i);
    expect(new Date(items[0]?.['lastSeenAt'] as string).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test('gives the one account whose whole address was typed', async () => {
    const person = await member(web);
    expect((await list({ search: ` ${person.email} ` })).items).toMatchObject([{ id: person.userId }]);
  });

  test('is paged, and takes no cursor or limit that is none', async () => {
    const first = await list({ limit: 1 });
    const next = await list({ limit: 1, cursor: first.nextCursor });
    expect(next.items).toHaveLength(1);
    expect(next.items[0]?.['id']).not.toBe(first.items[0]?.['id']);
    for (const input of [{ limit: 0 }, { limit: 101 }, { cursor: 'x'.repeat(321) }, { search: 'a\0' }])
      expect((await trpc(web, 'query', 'admin.users.list', input, { cookie: admin.cookie })).status).toBe(
        400,
      );
  });
});

describe('a suspension (WEB-4)', () => {
  test('ends sessions and keys at once, lets nobody sign in, and is lifted as fast', async () => {
    const person = await member(web);
    expect([await isSignedIn(person.cookie), await keyWorks(person)]).toEqual([true, true]);
    expect((await change('suspend', { userId: person.userId, reason: ' phishing ' })).status).toBe(200);
    expect([await isSignedIn(person.cookie), await keyWorks(person)]).toEqual([false, false]);
    expect(await signIn(person)).toMatchObject({ status: 403, body: { code: 'BANNED_USER' } });
    expect((await list({ search: person.email })).items).toMatchObject([
      { suspended: { reason: 'phishing' }, lastSeenAt: null },
    ]);

    expect((await change('unsuspend', { userId: person.userId })).status).toBe(200);
    expect(await keyWorks(person)).toBe(true);
    expect(await isSignedIn(person.cookie), 'ended sessions stay ended').toBe(false);
    expect(await isSignedIn(cookieOf(await signIn(person)))).toBe(true);
  });

  test('reaches other processes within the seconds that they remember keys and sessions', async () => {
    const person = await member(web);
    expect([await isSignedIn(person.cookie, second), await keyWorks(person, second)]).toEqual([true, true]);
    await change('suspend', { userId: person.userId });
    await expect
      .poll(async () => [await isSignedIn(person.cookie, second), await keyWorks(person, second)], {
        timeout: 8_000,
      })
      .toEqual([false, false]);
  });

  test('leaves the links as they are', async () => {
    const person = await member(web);
    const made = await call(web, 'POST', '/links', {
      key: person.key,
      body: { long_url: 'https://example.com/' },
    });
    await change('suspend', { userId: person.userId });
    const link = await web.database.links.find({ domain: 'default', code: made.body['code'] as string });
    expect(link).toMatchObject({ enabled: true, deletedAt: null });
  });

  test('ends a session too that was let in before it and is written after it', async () => {
    const person = await member(web);
    const { client } = web.database;
    await client.$executeRawUnsafe(`
      CREATE FUNCTION suspend_in_between() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
        UPDATE users SET banned = TRUE WHERE id = NEW.user_id AND id = '${person.userId}'; RETURN NEW;
      END $$`);
    await client.$executeRawUnsafe(
      'CREATE TRIGGER suspend_in_between BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION suspend_in_between()',
    );
    const sessions = () => client.session.count({ where: { userId: person.userId } });
    expect(await sessions()).toBe(1);
    expect((await signIn(person)).status, 'too late to refuse it').toBe(200);
    expect(await sessions(), 'only the one from before').toBe(1);
    await client.$executeRawUnsafe('DROP TRIGGER suspend_in_between ON sessions');
  });

  test('counts although the sessions could not be ended', async () => {
    const person = await member(web);
    await web.database.client.user.update({ where: { id: person.userId }, data: { banned: true } });
    web.container.forgetCredentials();
    expect([await isSignedIn(person.cookie), await keyWorks(person)]).toEqual([false, false]);
  });
});

test('signing somebody out everywhere ends their sessions and leaves their keys (WEB-4)', async () => {
  const person = await member(web);
  const other = cookieOf(await signIn(person));
  expect((await change('signOut', { userId: person.userId })).status).toBe(200);
  expect([await isSignedIn(person.cookie), await isSignedIn(other)]).toEqual([false, false]);
  expect(await keyWorks(person)).toBe(true);
  expect(await isSignedIn(cookieOf(await signIn(person)))).toBe(true);
});

describe('admins (WEB-4)', () => {
  test('are made and unmade, which counts at once', async () => {
    const person = await member(web);
    const canList = async () =>
      (await trpc(web, 'query', 'admin.users.list', {}, { cookie: person.cookie })).status === 200;
    expect(await canList()).toBe(false);
    await change('setRole', { userId: person.userId, role: 'admin' });
    expect(await canList()).toBe(true);
    await change('setRole', { userId: person.userId, role: 'user' });
    expect(await canList()).toBe(false);
  });

  test.each([
    ['setRole', { role: 'user' }],
    ['suspend', {}],
    ['signOut', {}],
  ])('can not %s themselves', async (verb, input) => {
    const answer = await change(verb, { userId: admin.userId, ...input });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('own_account');
    expect(await isSignedIn(admin.cookie)).toBe(true);
  });

  test('who demote each other at once, from two processes, leave one, in 10 of 10 tries', async () => {
    const [one, other] = [await anAdmin(), await anAdmin()];
    for (let round = 0; round < 10; round++) {
      for (const { userId } of [one, other]) await web.database.users.setRole(userId, 'admin');
      for (const each of [web, second]) each.container.forgetCredentials();
      const answers = await Promise.all([
        change('setRole', { userId: other.userId, role: 'user' }, one),
        change('setRole', { userId: one.userId, role: 'user' }, other, second),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const roles = await Promise.all(
        [one, other].map(async ({ userId }) => (await web.database.users.findById(userId))?.role),
      );
      expect(roles.filter((role) => role === 'admin')).toHaveLength(1);
    }
  });

  test('lose the role first before they can delete their account, so the last one can not', async () => {
    const person = await anAdmin();
    const remove = () => auth('/delete-user', { password: person.password }, person.cookie);
    expect(await remove()).toMatchObject({ status: 403, body: { code: 'ADMIN_ACCOUNT' } });
    await change('setRole', { userId: person.userId, role: 'user' });
    expect((await remove()).status).toBe(200);
    expect(await web.database.users.findById(person.userId)).toBeNull();
  });
});

describe("better-auth's own endpoints for admins", () => {
  test('are all in the table of closed ones', () => {
    const endpoints: { path?: string }[] = Object.values(web.container.auth.api);
    const served = endpoints.flatMap(({ path }) => (path?.startsWith('/admin/') === true ? [path] : []));
    expect(served.length).toBeGreaterThan(10);
    expect([...ADMIN_ENDPOINTS].sort()).toEqual([...served].sort());
  });

  test.each(ADMIN_ENDPOINTS)('%s answers 404 to an admin, however it is asked', async (path) => {
    const person = await member(web);
    const body = {
      userId: person.userId,
      role: 'admin',
      newPassword: 'a new long password',
      sessionToken: 'x',
    };
    const spellings = [
      path,
      `${path}/`,
      path.replace('/admin/', '//admin/'),
      path.replace('admin', '%61dmin'),
    ];
    for (const spelling of [...spellings, path.toUpperCase(), `/x/..${path}`, `/%2e${path}`]) {
      expect((await auth(spelling, body, admin.cookie)).status, spelling).toBe(404);
      const asked = await request(`${web.url}/api/auth${spelling}?userId=${person.userId}`, 'GET', {
        cookie: admin.cookie,
      });
      expect(asked.status, spelling).toBe(404);
    }
    expect(await web.database.users.findById(person.userId)).toMatchObject({ role: 'user', banned: false });
    expect(await keyWorks(person)).toBe(true);
  });

  test('and nobody becomes an admin by changing their own account', async () => {
    const person = await member(web);
    for (const body of [{ role: 'admin' }, { name: 'Ada', role: 'admin', banned: false }])
      await auth('/update-user', body, person.cookie);
    const email = `${crypto.randomUUID()}@example.com`;
    await auth('/sign-up/email', { name: 'Eve', email, password: 'correct horse battery', role: 'admin' });
    expect(await web.database.users.findById(person.userId)).toMatchObject({ role: 'user' });
    expect((await web.database.users.findByEmail(email))?.role ?? 'user').toBe('user');
  });
});
