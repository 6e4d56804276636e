import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, member, request, trpc, type Answer } from './testing/client.ts';
import { startWeb, type Web } from './testing/start-web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web.close());

type Person = Awaited<ReturnType<typeof member>>;

const post = (path: string, body: object, { cookie }: { cookie: string }): Promise<Answer> =>
  request(`${web.url}/api/auth/organization${path}`, 'POST', { body, cookie, headers: { Origin: web.url } });
const create = (by: { cookie: string }, name: unknown, more: object = {}) =>
  post('/create', { name, slug: 'new', ...more }, by);
const rename = (by: { cookie: string }, organizationId: string, data: object) =>
  post('/update', { organizationId, data }, by);
const meOf = async ({ cookie }: { cookie: string }) => {
  const { body } = await trpc(web, 'query', 'me.get', undefined, { cookie });
  return (
    body as {
      result: {
        data: { json: { workspaceId: string; workspaces: { id: string; name: string; role: string }[] } };
      };
    }
  ).result.data.json;
};
const nameOf = async (person: Person) =>
  (await meOf(person)).workspaces.find(({ id }) => id === person.workspaceId)?.name;

/** An owner, and somebody whom they have let in with a role. */
async function team(role: string) {
  const [owner, guest] = [await member(web), await member(web)];
  await web.database.client.member.create({
    data: { organizationId: owner.workspaceId, userId: guest.userId, role },
  });
  return { owner, guest };
}

describe('a further workspace (WEB-4)', () => {
  test('belongs to who makes it, who works in it from then on, and has links of its own', async () => {
    const person = await member(web);
    await call(web, 'POST', '/links', { key: person.key, body: { long_url: 'https://example.com/first' } });
    const made = await create(person, '  Équipe   deux ');
    expect(made.status).toBe(200);
    const me = await meOf(person);
    expect(me.workspaceId).toBe(made.body['id']);
    expect(me.workspaces).toMatchObject([
      { id: person.workspaceId, role: 'owner' },
      { id: made.body['id'], name: 'Équipe deux', role: 'owner' },
    ]);
    const { cookie } = person;
    expect((await trpc(web, 'query', 'links.list', {}, { cookie })).text).not.toContain('example.com/first');
    expect((await post('/set-active', { organizationId: person.workspaceId }, person)).status).toBe(200);
    expect((await trpc(web, 'query', 'links.list', {}, { cookie })).text).toContain('example.com/first');
  });

  test('may have the name of another one, also of one that is made at the same moment', async () => {
    const person = await member(web);
    const made = await Promise.all([1, 2, 3].map(() => create(person, 'Twin')));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(made.map(({ body }) => body['slug'])).size).toBe(3);
  });

  test.each([[''], ['   '], ['x'.repeat(61)], ['two\nlines'], ['turned \u202Eround'], [7]])(
    'can not be named %j',
    async (name) => {
      const person = await member(web);
      expect((await create(person, name)).status).toBe(400);
      expect((await meOf(person)).workspaces).toHaveLength(1);
    },
  );

  test('keeps nothing that nobody sees: a logo or other data is refused', async () => {
    const person = await member(web);
    expect((await create(person, 'Team', { logo: 'x'.repeat(10_000) })).status).toBe(400);
    expect((await create(person, 'Team', { metadata: { a: 'b' } })).status).toBe(400);
  });

  test('needs a session of one’s own', async () => {
    const { userId } = await member(web);
    const answer = await request(`${web.url}/api/auth/organization/create`, 'POST', {
      body: { name: 'Theirs', slug: 'new', userId },
      headers: { Origin: web.url },
    });
    expect(answer.status).toBe(401);
  });

  test('is refused to who is in too many', async () => {
    const person = await member(web);
    const ids = Array.from({ length: 49 }, () => crypto.randomUUID());
    await web.database.client.workspace.createMany({ data: ids.map((id) => ({ id, name: 'W', slug: id })) });
    await web.database.client.member.createMany({
      data: ids.map((organizationId) => ({ organizationId, userId: person.userId, role: 'member' })),
    });
    expect(await create(person, 'One more')).toMatchObject({
      status: 403,
      body: { code: 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS' },
    });
  });

  test('can not be made by the thousand', async () => {
    await using strict = await startWeb({
      databaseUrl: web.databaseUrl,
      trustedProxies: '127.0.0.1',
      settings: { guessesPerMinute: 2 },
    });
    const { cookie } = await member(web);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const answer = await request(`${strict.url}/api/auth/organization/create`, 'POST', {
        body: { name: 'Again', slug: 'new' },
        cookie,
        headers: { Origin: strict.url, 'X-Forwarded-For': '192.0.2.90' },
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('renaming a workspace (WEB-4)', () => {
  test.each(['owner', 'admin'])('is for an %s, and all members see it', async (role) => {
    const { owner, guest } = await team(role);
    expect((await rename(guest, owner.workspaceId, { name: ' New  name ' })).status).toBe(200);
    expect(await nameOf(owner)).toBe('New name');
  });

  test('is not for a member, nor for a stranger', async () => {
    const { owner, guest } = await team('member');
    const stranger = await member(web);
    const before = await nameOf(owner);
    expect((await rename(guest, owner.workspaceId, { name: 'Mine' })).status).toBe(403);
    expect((await rename(stranger, owner.workspaceId, { name: 'Mine' })).status).toBe(400);
    expect(await nameOf(owner)).toBe(before);
  });

  test('takes what a new one’s name may be, and nothing else', async () => {
    const owner = await member(web);
    for (const name of ['', ' ', 'x'.repeat(61), 'a\r\nb', undefined]) {
      expect((await rename(owner, owner.workspaceId, { name })).status).toBe(400);
    }
    for (const more of [{ slug: 'taken' }, { logo: 'x' }, { metadata: { a: 1 } }]) {
      expect((await rename(owner, owner.workspaceId, { name: 'Fine', ...more })).status).toBe(400);
    }
    expect(await nameOf(owner)).toBe('Ada');
  });
});

describe('nobody is left without a workspace (WEB-4)', () => {
  test('none can be deleted: its links would redirect, and nobody could change them', async () => {
    const owner = await member(web);
    expect((await post('/delete', { organizationId: owner.workspaceId }, owner)).status).toBe(404);
    const made = await create(owner, 'Second');
    expect((await post('/delete', { organizationId: made.body['id'] }, owner)).status).toBe(404);
    expect((await meOf(owner)).workspaces).toHaveLength(2);
  });

  test('the one that came with an account keeps its person, also with another owner in it', async () => {
    const { owner, guest } = await team('owner');
    const organizationId = owner.workspaceId;
    const own = { status: 400, body: { code: 'OWN_WORKSPACE' } };
    expect(await post('/leave', { organizationId }, owner)).toMatchObject(own);
    const removal = { memberIdOrEmail: owner.email, organizationId };
    expect(await post('/remove-member', removal, guest)).toMatchObject(own);
    expect((await meOf(owner)).workspaces.map(({ id }) => id)).toContain(organizationId);
    expect((await post('/leave', { organizationId }, guest)).status).toBe(200);
  });
});
