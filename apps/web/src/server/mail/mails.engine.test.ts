import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieOf, member, request, signUp, trpc } from '../testing/client.ts';
import { startMailServer, startSilentServer, type Received } from '../testing/mail-server.ts';
import { startWeb, type Web } from '../testing/start-web.ts';
import { createPostman, type Postman } from './postman.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

let smtp: MailServer;
let postman: Postman;
let web: Web;
beforeAll(async () => {
  smtp = await startMailServer();
  postman = createPostman({
    mailer: createSmtpMailer({ url: smtp.url, from: 'Brevia <no-reply@brevia.test>' }),
    report: () => undefined,
  });
  web = await startWeb({ mail: { post: postman.post, reaches: 'people' } });
});
afterAll(async () => {
  await web.close();
  await postman.close();
  await smtp.close();
});

const PUBLIC = 'http://brevia.test';
const post = (
  path: string,
  body: object,
  options: { cookie?: string; headers?: Record<string, string> } = {},
) =>
  request(`${web.url}/api/auth${path}`, 'POST', {
    body,
    ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
    headers: { Origin: web.url, ...options.headers },
  });
const ask = (email: string, headers: Record<string, string> = {}) =>
  post('/request-password-reset', { email, redirectTo: '/reset-password' }, { headers });
const signIn = (email: string, password: string) => post('/sign-in/email', { email, password });
const isSignedIn = async (cookie: string) =>
  (await trpc(web, 'query', 'me.get', undefined, { cookie })).status === 200;
const isVerified = async (userId: string) =>
  (await web.database.client.user.findUnique({ where: { id: userId } }))?.emailVerified;

const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email));
/** The newest message to somebody with such a subject, once it has come. */
async function mailTo(email: string, subject: RegExp): Promise<Received> {
  const find = () => mailsTo(email).findLast(({ mail }) => subject.test(mail.subject ?? ''));
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return find() as Received;
}
/** The one link of a message, as a path of our server. */
function linkIn({ mail }: Received): string {
  const links = [...(mail.text ?? '').matchAll(/https?:\S+/g)].map(([link]) => link);
  expect(links).toHaveLength(1);
  expect(links[0]).toContain(`${PUBLIC}/`);
  return links[0]?.slice(PUBLIC.length) ?? '';
}
/** Follows the link for a new password to its page. @returns the query of that page */
async function follow(link: string): Promise<URLSearchParams> {
  const answer = await request(`${web.url}${link}`, 'GET');
  expect(answer.status).toBe(302);
  const page = new URL(answer.headers.get('location') ?? '', PUBLIC);
  expect(page.origin + page.pathname).toBe(`${PUBLIC}/reset-password`);
  return page.searchParams;
}
const RESET = /new Brevia password/;

describe('a forgotten password (WEB-1)', () => {
  test('is replaced by following the link in the mail: old sessions end, the link works once', async () => {
    const { email, password, cookie, userId } = await signUp(web);
    expect((await ask(email)).status).toBe(200);
    const link = linkIn(await mailTo(email, RESET));
    const token = (await follow(link)).get('token');
    const set = () => post('/reset-password', { newPassword: 'a new long password', token });
    expect((await set()).status).toBe(200);

    expect(await isSignedIn(cookie)).toBe(false);
    expect((await signIn(email, password)).status).toBe(401);
    const fresh = await signIn(email, 'a new long password');
    expect(await isSignedIn(cookieOf(fresh))).toBe(true);

    expect(await set()).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect((await follow(link)).get('error')).toBe('INVALID_TOKEN');
    // Only the mailbox had the link.
    expect(await isVerified(userId)).toBe(true);
    const notice = await mailTo(email, /was changed/);
    expect(linkIn(notice)).toBe('/forgot-password');
  });

  test('an expired link says so before anything is typed, and sets nothing', async () => {
    const { email, password } = await signUp(web);
    await ask(email);
    const link = linkIn(await mailTo(email, RESET));
    const token = (await follow(link)).get('token') ?? '';
    await web.database.client.verification.updateMany({
      where: { identifier: `reset-password:${token}` },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    expect((await follow(link)).get('error')).toBe('INVALID_TOKEN');
    const answer = await post('/reset-password', { newPassword: 'a new long password', token });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect((await signIn(email, password)).status).toBe(200);
  });

  test.each(['reset', 'change'])('other links that were asked for before end with it (%s)', async (how) => {
    const { email, password, cookie } = await signUp(web);
    await ask(email);
    const first = linkIn(await mailTo(email, RESET));
    if (how === 'reset') {
      await ask(email);
      await expect
        .poll(() => mailsTo(email).filter(({ mail }) => RESET.test(mail.subject ?? '')).length)
        .toBe(2);
      const token = (await follow(linkIn(await mailTo(email, RESET)))).get('token');
      expect((await post('/reset-password', { newPassword: 'a new long password', token })).status).toBe(200);
    } else {
      const body = { currentPassword: password, newPassword: 'a new long password' };
      expect((await post('/change-password', body, { cookie })).status).toBe(200);
      await mailTo(email, /was changed/);
    }
    expect((await follow(first)).get('error')).toBe('INVALID_TOKEN');
  });

  test('nobody learns from the answer or its time whether an account exists (C217, C218)', async () => {
    const { email } = await signUp(web);
    const timed = async (address: string) => {
      const started = performance.now();
      const { status, text } = await ask(address);
      return { status, text, tookMs: performance.now() - started };
    };
    const stranger = `${crypto.randomUUID()}@example.com`;
    const [known, unknown] = [await timed(email), await timed(stranger)];
    expect([known.status, known.text]).toEqual([200, unknown.text]);
    // Both wait for the same moment, which is later than the store needs.
    for (const { tookMs } of [known, unknown]) expect(tookMs).toBeGreaterThanOrEqual(395);
    await mailTo(email, RESET);
    expect(mailsTo(stranger)).toEqual([]);
  });

  test('the link leads to our public address, whatever host or page the request names', async () => {
    const { email } = await signUp(web);
    const answer = await request(`${web.url}/api/auth/request-password-reset`, 'POST', {
      body: { email, redirectTo: `${web.url}/elsewhere` },
      headers: { Origin: web.url, 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
    });
    expect(answer.status).toBe(200);
    const got = await mailTo(email, RESET);
    expect(linkIn(got)).toMatch(/^\/api\/auth\/reset-password\/\w+\?callbackURL=%2Freset-password$/);
    expect(got.raw).not.toMatch(/evil|elsewhere/);
  });

  test('the mail is in the language of the pages that the asker sees', async () => {
    const { email } = await signUp(web);
    await ask(email, { 'Accept-Language': 'fr-FR,fr;q=0.9' });
    const { mail } = await mailTo(email, /Votre nouveau mot de passe/);
    expect(mail.html).toContain('<html lang="fr">');
    expect(mail.text).toContain('pendant une heure');
  });
});

test('a changed password is told to its owner, a failed change is not (C215)', async () => {
  const { email, password, cookie } = await signUp(web);
  const change = (currentPassword: string) =>
    post('/change-password', { currentPassword, newPassword: 'a new long password' }, { cookie });
  expect((await change('not the password')).status).toBe(400);
  expect((await change(password)).status).toBe(200);
  await mailTo(email, /was changed/);
  expect(mailsTo(email).filter(({ mail }) => /was changed/.test(mail.subject ?? ''))).toHaveLength(1);
});

describe('the address of an account (WEB-1)', () => {
  test('is asked to be confirmed at sign-up; nothing waits for it', async () => {
    const { email, password, cookie, userId } = await signUp(web);
    expect(await isSignedIn(cookie)).toBe(true);
    expect((await signIn(email, password)).status).toBe(200);
    expect(await isVerified(userId)).toBe(false);

    const link = new URL(linkIn(await mailTo(email, /Confirm your/)), PUBLIC);
    expect(link.pathname).toBe('/verify-email');
    const token = link.searchParams.get('token') ?? '';
    const confirm = (value: string) => request(`${web.url}/api/auth/verify-email?token=${value}`, 'GET');
    expect((await confirm(`${token}x`)).status).toBe(401);
    expect(await isVerified(userId)).toBe(false);
    expect((await confirm(token)).status).toBe(200);
    expect(await isVerified(userId)).toBe(true);
    expect((await confirm(token)).status).toBe(200);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  test('can be asked for again by its owner, who learns nothing about others', async () => {
    const { email, cookie } = await signUp(web);
    await mailTo(email, /Confirm your/);
    expect((await post('/send-verification-email', { email }, { cookie })).status).toBe(200);
    await expect.poll(() => mailsTo(email).length).toBe(2);
    const other = await signUp(web);
    const [known, unknown] = [
      await post('/send-verification-email', { email: other.email }),
      await post('/send-verification-email', { email: 'nobody@example.com' }),
    ];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });
});

describe('an invitation (WEB-4)', () => {
  const invite = (by: { workspaceId: string; cookie: string }, email: string) =>
    post(
      '/organization/invite-member',
      { email, role: 'member', organizationId: by.workspaceId },
      { cookie: by.cookie },
    );

  test('is mailed in the name of somebody whose address is confirmed, and its link lets the recipient in', async () => {
    const owner = await member(web);
    const guest = await signUp(web);
    await web.database.users.markEmailVerified(owner.userId);
    const { body } = await invite(owner, guest.email);
    const got = await mailTo(guest.email, /invites you/);
    expect(linkIn(got)).toBe(`/join/${String(body['id'])}`);
    expect(got.mail.subject).toBe('Ada invites you to “Ada” on Brevia');
    expect(got.mail.text).toContain(owner.email);
    const accept = { invitationId: body['id'] };
    expect((await post('/organization/accept-invitation', accept, { cookie: guest.cookie })).status).toBe(
      200,
    );
  });

  test('of anybody else is made, and handed over by its link only', async () => {
    const owner = await member(web);
    const email = `${crypto.randomUUID()}@example.com`;
    expect((await invite(owner, email)).status).toBe(200);
    // What is posted later has come: so would this have.
    await ask(owner.email);
    await mailTo(owner.email, RESET);
    expect(mailsTo(email)).toEqual([]);
  });
});

describe('without a mail server that works', () => {
  test('sign-up and reset answer as ever while the server hangs or is away (C218)', async () => {
    await using silent = await startSilentServer();
    const away = await startMailServer();
    await away.close();
    for (const url of [silent.url, away.url]) {
      const problems: string[] = [];
      const stuck = createPostman({
        mailer: createSmtpMailer({ url, from: 'no-reply@brevia.test' }),
        report: ({ what }) => problems.push(what),
        pausesMs: [],
      });
      await using broken = await startWeb({
        databaseUrl: web.databaseUrl,
        mail: { post: stuck.post, reaches: 'people' },
      });
      const { email } = await signUp(broken);
      const answer = await request(`${broken.url}/api/auth/request-password-reset`, 'POST', {
        body: { email },
        headers: { Origin: broken.url },
      });
      expect(answer.status).toBe(200);
      if (url === silent.url) {
        // Everybody has their answer while both messages still wait for the server's first word.
        await expect.poll(() => silent.connections()).toBe(2);
        expect(problems).toEqual([]);
        await stuck.close(50);
        expect(problems).toEqual(['mail (given up)']);
      } else {
        await stuck.close();
        expect(problems).toEqual(['mail (given up)', 'mail (given up)']);
      }
      expect(broken.problems).toEqual([]);
    }
  });

  test('people sign up without being asked to confirm anything, and invitations have their link', async () => {
    await using bare = await startWeb({ databaseUrl: web.databaseUrl });
    const owner = await member(bare);
    const made = await request(`${bare.url}/api/auth/organization/invite-member`, 'POST', {
      body: { email: 'guest@example.com', role: 'member', organizationId: owner.workspaceId },
      cookie: owner.cookie,
      headers: { Origin: bare.url },
    });
    expect(made.status).toBe(200);
    expect(bare.mails).toEqual([]);
    expect(bare.container.mailReaches).toBe('log');
  });
});
