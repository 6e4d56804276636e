import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../i18n/locales.ts';
import { createAccountMails, type AccountMails } from './account-mails.ts';
import { nameInMail } from './letter.ts';
import type { Mail } from './mailer.ts';

type Names = { workspace: string; inviter: string };

/** One message of each kind, as somebody with these names and this language causes it. */
function mailsOf(names: Names, language = 'en'): Mail[] {
  const posted: Mail[] = [];
  const mails: AccountMails = createAccountMails({
    post: (mail) => posted.push(mail),
    areSent: true,
    webUrl: 'https://brevia.example',
    clock: () => Date.UTC(2026, 11, 1, 9, 30),
  });
  const asker = new Request('https://evil.example', { headers: { 'accept-language': language } });
  const email = 'ada@example.com';
  mails.resetLink({ email, token: 'the-token' }, asker);
  mails.verification({ email, token: 'the-token' }, asker);
  mails.passwordChanged({ email }, asker);
  mails.invitation(
    {
      id: 'the-id',
      email,
      workspace: names.workspace,
      inviter: { id: 'u1', name: names.inviter, email: 'bob@example.com' },
    },
    asker,
  );
  return posted;
}

const HARMLESS: Names = { workspace: 'Team', inviter: 'Bob' };
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.constantFrom(
    '</title><script>alert(1)</script>',
    'Bob\r\nBcc: everybody@example.com',
    'Bob\n\nhttps://evil.example/login',
    '"><img src=x onerror=alert(1)>',
    'Bob\u2028Subject: other',
    '=?utf-8?q?=0ABcc=3A_x?=',
    '\u202Egnp.exe',
    '$& $1 {workspace}',
  ),
);

/** What nodemailer would send, as bytes. */
async function bytesOf({ to, subject, text, html }: Mail): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const sent = await transport.sendMail({
    from: 'Brevia <no-reply@brevia.example>',
    to: { name: '', address: to },
    subject,
    text,
    html,
  });
  return (sent.message as Buffer).toString('latin1');
}

const headerNames = (message: string) =>
  (message.split('\r\n\r\n')[0] ?? '')
    .split('\r\n')
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.split(':')[0]);
const tagsOf = (html: string) => html.match(/<[^>]*>?/g)?.map((tag) => tag.replace(/href="[^"]*"/, 'href'));

describe('names in messages (WEB-1)', () => {
  test('never add markup, whatever they are', () => {
    const plain = mailsOf(HARMLESS).map(({ html }) => tagsOf(html));
    fc.assert(
      fc.property(hostile, hostile, (workspace, inviter) => {
        expect(mailsOf({ workspace, inviter }).map(({ html }) => tagsOf(html))).toEqual(plain);
      }),
    );
  });

  test('never add a line, neither to the text nor to the subject', () => {
    const lines = (text: string) => text.split(/[\n\r\u2028\u2029\v\f\u0085]/).length;
    const plain = mailsOf(HARMLESS).map(({ text }) => lines(text));
    fc.assert(
      fc.property(hostile, hostile, (workspace, inviter) => {
        const mails = mailsOf({ workspace, inviter });
        expect(mails.map(({ text }) => lines(text))).toEqual(plain);
        for (const { subject } of mails) expect(lines(subject)).toBe(1);
      }),
    );
  });

  test('never add a header or a recipient to what is sent', async () => {
    const plain = await Promise.all(mailsOf(HARMLESS).map(bytesOf));
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (workspace, inviter) => {
        const sent = await Promise.all(mailsOf({ workspace, inviter }).map(bytesOf));
        expect(sent.map(headerNames)).toEqual(plain.map(headerNames));
        for (const message of sent) expect(message).toContain('\r\nTo: ada@example.com\r\n');
      }),
      { numRuns: 25 },
    );
  });

  test('are one bounded line that no mail program makes a link of', () => {
    expect(nameInMail('  Ada \t\n Lovelace ')).toBe('Ada Lovelace');
    expect(nameInMail('J. Doe')).toBe('J. Doe');
    expect([...nameInMail('🚀'.repeat(500))]).toHaveLength(80);
    fc.assert(
      fc.property(hostile, (name) => {
        expect(nameInMail(name)).not.toMatch(/:\/|\w[.@]\w|[\p{Cc}\u202A-\u202E]/u);
      }),
    );
    expect(nameInMail('win.example/now me@evil.example http://x')).not.toMatch(/[.:@/](?=\w)/);
  });
});

describe('messages of accounts', () => {
  test.each(LOCALES)('lead to our own address only, in text and HTML (%s)', (locale) => {
    for (const { text, html } of mailsOf(HARMLESS, locale)) {
      const links = [...text.matchAll(/https?:\S+/g)].map(([link]) => link);
      expect(links).toHaveLength(1);
      expect(links[0]).toMatch(/^https:\/\/brevia\.example\//);
      const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'));
      expect(new Set(hrefs)).toEqual(new Set(links));
      expect(html).toContain(`<html lang="${locale}">`);
    }
  });

  test('are written in the language that the asker reads: the choice, then what the browser asks for', () => {
    const subject = (headers: Record<string, string>) => {
      const posted: Mail[] = [];
      const mails = createAccountMails({
        post: (mail) => posted.push(mail),
        areSent: true,
        webUrl: 'https://b.example',
      });
      mails.resetLink({ email: 'a@example.com', token: 't' }, new Request('https://b.example', { headers }));
      return posted[0]?.subject;
    };
    expect(subject({ 'accept-language': 'fr-CA,en;q=0.5' })).toBe('Votre nouveau mot de passe Brevia');
    expect(subject({ 'accept-language': 'fr', cookie: 'x=1; brevia-locale=en' })).toBe(
      'Your new Brevia password',
    );
    expect(subject({})).toBe('Your new Brevia password');
  });

  test('fill nobody’s mailbox: five of a kind to one address, whatever its case', () => {
    const posted: Mail[] = [];
    let now = Date.UTC(2026, 11, 1, 9, 30);
    const mails = createAccountMails({
      post: (mail) => posted.push(mail),
      areSent: true,
      webUrl: 'https://b.example',
      clock: () => now,
    });
    for (let i = 0; i < 9; i += 1) {
      mails.resetLink({ email: i % 2 === 0 ? 'a@example.com' : 'A@EXAMPLE.com', token: 't' }, undefined);
    }
    expect(posted).toHaveLength(5);
    mails.resetLink({ email: 'b@example.com', token: 't' }, undefined);
    mails.verification({ email: 'a@example.com', token: 't' }, undefined);
    expect(posted).toHaveLength(7);
    now += 3_600_000;
    mails.resetLink({ email: 'a@example.com', token: 't' }, undefined);
    expect(posted).toHaveLength(8);
  });

  test('are only written for the log where nothing is sent: the reset link alone', () => {
    const posted: Mail[] = [];
    const mails = createAccountMails({
      post: (mail) => posted.push(mail),
      areSent: false,
      webUrl: 'https://b.example',
    });
    mails.verification({ email: 'a@example.com', token: 't' }, undefined);
    mails.passwordChanged({ email: 'a@example.com' }, undefined);
    const inviter = { id: 'u', name: 'U', email: 'u@example.com' };
    mails.invitation({ id: 'i', email: 'a@example.com', workspace: 'W', inviter }, undefined);
    expect(posted).toEqual([]);
    mails.resetLink({ email: 'a@example.com', token: 't' }, undefined);
    expect(posted).toHaveLength(1);
  });
});
