import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieOf, request, signUp, trpc } from './testing/client.ts';
import { startWeb, type Web } from './testing/start-web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web.close());

const post = (path: string, body: object, cookie?: string) =>
  request(`${web.url}/api/auth${path}`, 'POST', {
    body,
    headers: { Origin: web.url },
    ...(cookie === undefined ? {} : { cookie }),
  });
const signIn = (email: string, password: string, cookie?: string) =>
  post('/sign-in/email', { email, password }, cookie);
const isSignedIn = async (cookie: string) =>
  (await trpc(web, 'query', 'me.get', undefined, { cookie })).status === 200;

describe('accounts', () => {
  test("sign-up makes a workspace of one's own and a session in it", async () => {
    const person = await signUp(web);
    const me = await trpc(web, 'query', 'me.get', undefined, { cookie: person.cookie });
    expect(me.body).toMatchObject({
      result: { data: { json: { workspaces: [{ name: 'Ada', role: 'owner' }] } } },
    });
  });

  test.each(['x'.repeat(257), 'Ada\0'])('a name that no list can show is a 400 (%#)', async (name) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const answer = await post('/sign-up/email', { name, email, password: 'correct horse' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_NAME' } });
    const { cookie } = await signUp(web);
    expect((await post('/update-user', { name }, cookie)).status).toBe(400);
    expect((await post('/update-user', { name: 'Zoé' }, cookie)).status).toBe(200);
  });

  test('cookies are HttpOnly and SameSite=Lax, and Secure only on https', async () => {
    const answer = await post('/sign-up/email', {
      name: 'Cookie',
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse',
    });
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('brevia.session_token'));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).not.toMatch(/Secure/i);
  });

  test('a wrong password and an unknown address look the same', async () => {
    const { email } = await signUp(web);
    const wrong = await signIn(email, 'not the password');
    const unknown = await signIn('nobody@example.com', 'not the password');
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(wrong.text).toBe(unknown.text);
  });

  test('signing in gives a new session, whatever cookie was there before (C214)', async () => {
    const { email, password, cookie } = await signUp(web);
    const again = await signIn(email, password, cookie);
    expect(again.status).toBe(200);
    expect(cookieOf(again)).not.toBe(cookie);
    const planted = 'brevia.session_token=attacker-chosen-value';
    const fresh = cookieOf(await signIn(email, password, planted));
    expect(fresh).not.toContain('attacker-chosen-value');
    expect(await isSignedIn(planted)).toBe(false);
  });

  test('a cookie is worth nothing after signing out (C215)', async () => {
    const { cookie } = await signUp(web);
    expect(await isSignedIn(cookie)).toBe(true);
    expect((await post('/sign-out', {}, cookie)).status).toBe(200);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  test('a changed password ends all other sessions, also when the client does not ask for it (C215)', async () => {
    const { email, password, cookie } = await signUp(web);
    const other = cookieOf(await signIn(email, password));
    expect(await isSignedIn(other)).toBe(true);
    const changed = await post(
      '/change-password',
      { currentPassword: password, newPassword: 'a new long password' },
      cookie,
    );
    expect(changed.status).toBe(200);
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(cookie)).toBe(false);
    expect(await isSignedIn(cookieOf(changed))).toBe(true);
  });

  test('a reset password ends all sessions; known and unknown addresses get the same answer (C217, C215)', async () => {
    const { email, cookie } = await signUp(web);
    const ask = (address: string) =>
      post('/request-password-reset', { email: address, redirectTo: '/reset-password' });
    const known = await ask(email);
    const unknown = await ask('nobody@example.com');
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(known.text).toBe(unknown.text);
    await expect.poll(() => web.mails.length).toBe(1);
    const token = /reset-password\/([^?]+)/.exec(web.mails[0]?.text ?? '')?.[1];
    expect((await post('/reset-password', { newPassword: 'yet another password', token })).status).toBe(200);
    expect(await isSignedIn(cookie)).toBe(false);
    expect((await signIn(email, 'yet another password')).status).toBe(200);
  });

  test('guessing passwords is slowed down per client', async () => {
    await using strict = await startWeb({
      databaseUrl: web.databaseUrl,
      trustedProxies: '127.0.0.1',
      settings: { guessesPerMinute: 3 },
    });
    const guess = (address: string) =>
      request(`${strict.url}/api/auth/sign-in/email`, 'POST', {
        body: { email: 'nobody@example.com', password: 'guess guess guess' },
        headers: {
          Origin: strict.url,
          'X-Forwarded-For': address,
          'X-Brevia-Client-Address': crypto.randomUUID(),
        },
      });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await guess('192.0.2.77')).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await guess('192.0.2.78')).status).toBe(401);
  });

  test('a form of another site can not sign anybody in (C206)', async () => {
    const { email, password, cookie } = await signUp(web);
    const answer = await request(`${web.url}/api/auth/sign-out`, 'POST', {
      body: {},
      cookie,
      headers: { Origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
    expect(await isSignedIn(cookie)).toBe(true);
    expect((await signIn(email, password)).status).toBe(200);
  });

  test('a member who is removed loses the workspace at once', async () => {
    const owner = await signUp(web);
    const guest = await signUp(web);
    const made = await post(
      '/organization/create',
      { name: 'Team', slug: `team-${crypto.randomUUID()}` },
      owner.cookie,
    );
    expect(made.status).toBe(200);
    const teamId = made.body['id'] as string;
    await web.database.client.member.create({
      data: { organizationId: teamId, userId: guest.userId, role: 'member' },
    });
    await post('/organization/set-active', { organizationId: teamId }, guest.cookie);
    const workspaceOf = async () => {
      const me = await trpc(web, 'query', 'me.get', undefined, { cookie: guest.cookie });
      return (me.body as { result: { data: { json: { workspaceId: string } } } }).result.data.json
        .workspaceId;
    };
    expect(await workspaceOf()).toBe(teamId);
    const removed = await post(
      '/organization/remove-member',
      { organizationId: teamId, memberIdOrEmail: guest.email },
      owner.cookie,
    );
    expect(removed.status).toBe(200);
    expect(await workspaceOf()).not.toBe(teamId);
  });
});

describe('signing in with GitHub or Google (WEB-1)', () => {
  const start = (on: Web, provider: string) =>
    request(`${on.url}/api/auth/sign-in/social`, 'POST', {
      body: { provider, callbackURL: '/links', errorCallbackURL: '/login' },
      headers: { Origin: on.url },
    });

  test('leads to the provider that the operator has set up, and to no other', async () => {
    await using open = await startWeb({
      databaseUrl: web.databaseUrl,
      settings: { github: { clientId: 'our-id', clientSecret: 'our-secret' } },
    });
    expect(open.container.signInProviders).toEqual(['github']);
    const answer = await start(open, 'github');
    const target = new URL(answer.body['url'] as string);
    expect(target.origin + target.pathname).toBe('https://github.com/login/oauth/authorize');
    expect(target.searchParams.get('client_id')).toBe('our-id');
    expect(target.searchParams.get('redirect_uri')).toBe('http://brevia.test/api/auth/callback/github');
    expect(answer.text).not.toContain('our-secret');
    expect((await start(open, 'google')).status).toBe(404);
  });

  test('is not there without settings', async () => {
    expect(web.container.signInProviders).toEqual([]);
    expect((await start(web, 'github')).status).toBe(404);
  });

  test('an answer that nobody asked for signs nobody in', async () => {
    await using open = await startWeb({
      databaseUrl: web.databaseUrl,
      settings: { github: { clientId: 'our-id', clientSecret: 'our-secret' } },
    });
    const answer = await request(`${open.url}/api/auth/callback/github?code=x&state=y`, 'GET');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(/error=/);
    expect(cookieOf(answer)).not.toContain('session_token=');
  });
});
