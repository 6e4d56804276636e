import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, member, request, signUp, trpc } from './testing/client.ts';
import { startWeb, type Web } from './testing/start-web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web.close());

type Person = Awaited<ReturnType<typeof member>>;

const post = (path: string, body: object, { cookie }: { cookie: string }) =>
  request(`${web.url}/api/auth/organization${path}`, 'POST', {
    body,
    cookie,
    headers: { Origin: web.url },
  });
const get = (path: string, { cookie }: { cookie: string }) =>
  request(`${web.url}/api/auth/organization${path}`, 'GET', { cookie });

const invite = (by: Person, email: string, role = 'member') =>
  post('/invite-member', { email, role, organizationId: by.workspaceId }, by);
const membersOf = async (person: Person) =>
  (await get(`/list-members?organizationId=${person.workspaceId}`, person)).body['members'] as {
    id: string;
    userId: string;
    role: string;
  }[];
const meOf = async ({ cookie }: { cookie: string }) => {
  const { body } = await trpc(web, 'query', 'me.get', undefined, { cookie });
  return (body as { result: { data: { json: { workspaceId: string; workspaces: { id: string }[] } } } })
    .result.data.json;
};

/** An owner, and somebody whom they have let in. */
async function team(role = 'member') {
  const owner = await member(web);
  const guest = await member(web);
  const { body } = await invite(owner, guest.email, role);
  expect((await post('/accept-invitation', { invitationId: body['id'] }, guest)).status).toBe(200);
  const guestMember = (await membersOf(owner)).find(({ userId }) => userId === guest.userId);
  return { owner, guest, guestId: guestMember?.id ?? '' };
}

describe('an invitation (WEB-4)', () => {
  test('lets its recipient in, who works in that workspace from then on and can switch back', async () => {
    const { owner, guest } = await team();
    const created = await call(web, 'POST', '/links', {
      key: owner.key,
      body: { long_url: 'https://example.com/ours' },
    });
    expect(await meOf(guest)).toMatchObject({
      workspaceId: owner.workspaceId,
      workspaces: [{ id: guest.workspaceId }, { id: owner.workspaceId, role: 'member' }],
    });
    const { cookie } = guest;
    const list = async () => (await trpc(web, 'query', 'links.list', {}, { cookie })).text;
    expect(await list()).toContain(created.body['code']);
    expect((await post('/set-active', { organizationId: guest.workspaceId }, guest)).status).toBe(200);
    expect((await meOf(guest)).workspaceId).toBe(guest.workspaceId);
    expect(await list()).not.toContain(created.body['code']);
  });

  test('is for the invited address only, and works once', async () => {
    const owner = await member(web);
    const [recipient, stranger] = [await signUp(web), await signUp(web)];
    const { body } = await invite(owner, recipient.email);
    const accept = { invitationId: body['id'] };
    expect((await get(`/get-invitation?id=${String(body['id'])}`, stranger)).status).toBe(403);
    expect((await post('/accept-invitation', accept, stranger)).status).toBe(403);
    expect((await post('/accept-invitation', accept, recipient)).status).toBe(200);
    expect((await post('/accept-invitation', accept, recipient)).status).toBe(400);
  });

  test('that is taken back lets nobody in', async () => {
    const owner = await member(web);
    const recipient = await signUp(web);
    const { body } = await invite(owner, recipient.email);
    expect((await post('/cancel-invitation', { invitationId: body['id'] }, owner)).status).toBe(200);
    expect((await post('/accept-invitation', { invitationId: body['id'] }, recipient)).status).toBe(400);
  });

  test('is not shown to members, who could let others in with it', async () => {
    const { owner, guest } = await team();
    await invite(owner, 'next@example.com', 'admin');
    for (const path of ['/list-invitations', '/get-full-organization']) {
      expect((await get(`${path}?organizationId=${owner.workspaceId}`, guest)).status).toBe(404);
    }
  });
});

describe('roles (WEB-4)', () => {
  test('a member neither invites, nor gives roles, nor removes', async () => {
    const { owner, guest, guestId } = await team();
    const organizationId = owner.workspaceId;
    const [ownerId] = (await membersOf(owner)).filter(({ role }) => role === 'owner').map(({ id }) => id);
    const asGuest = { ...guest, workspaceId: organizationId };
    expect((await invite(asGuest, 'friend@example.com')).status).toBe(403);
    expect(
      (await post('/update-member-role', { memberId: guestId, role: 'owner', organizationId }, guest)).status,
    ).toBe(403);
    expect(
      (await post('/remove-member', { memberIdOrEmail: ownerId, organizationId }, guest)).status,
    ).toBeGreaterThanOrEqual(400);
    expect(await membersOf(owner)).toHaveLength(2);
  });

  test('an admin invites, and neither makes owners nor touches one', async () => {
    const { owner, guest, guestId } = await team('admin');
    const organizationId = owner.workspaceId;
    const asGuest = { ...guest, workspaceId: organizationId };
    expect((await invite(asGuest, `${crypto.randomUUID()}@example.com`)).status).toBe(200);
    expect((await invite(asGuest, `${crypto.randomUUID()}@example.com`, 'owner')).status).toBe(403);
    const ownerId = (await membersOf(owner)).find(({ role }) => role === 'owner')?.id;
    for (const [memberId, role] of [
      [guestId, 'owner'],
      [ownerId, 'member'],
    ]) {
      const answer = await post('/update-member-role', { memberId, role, organizationId }, guest);
      expect(answer.status).toBe(403);
    }
  });

  test('a workspace keeps its last owner', async () => {
    const { owner } = await team();
    expect((await post('/leave', { organizationId: owner.workspaceId }, owner)).status).toBe(400);
  });

  test('nobody works in a workspace that is not theirs', async () => {
    const [owner, stranger] = [await member(web), await member(web)];
    expect((await post('/set-active', { organizationId: owner.workspaceId }, stranger)).status).toBe(403);
    expect((await get(`/list-members?organizationId=${owner.workspaceId}`, stranger)).status).toBe(403);
  });
});

test('whoever is removed loses the workspace and the keys made in it at once, and keeps their own (WEB-4)', async () => {
  const { owner, guest, guestId } = await team();
  const made = await trpc(
    web,
    'mutation',
    'apiKeys.create',
    { name: 'in the workspace', scopes: ['links:read'], expiresAt: null },
    { cookie: guest.cookie, headers: { Origin: web.url } },
  );
  const { secret } = (made.body as { result: { data: { json: { secret: string } } } }).result.data.json;
  expect((await call(web, 'GET', '/links', { key: secret })).status).toBe(200);
  const removal = { memberIdOrEmail: guestId, organizationId: owner.workspaceId };
  expect((await post('/remove-member', removal, owner)).status).toBe(200);
  expect((await call(web, 'GET', '/links', { key: secret })).status).toBe(401);
  expect(await meOf(guest)).toMatchObject({
    workspaceId: guest.workspaceId,
    workspaces: [{ id: guest.workspaceId }],
  });
  expect((await call(web, 'GET', '/links', { key: guest.key })).status).toBe(200);
});
