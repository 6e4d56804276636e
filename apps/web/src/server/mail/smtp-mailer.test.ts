import { describe, expect, test } from 'vitest';
import { startMailServer, startSilentServer } from '../testing/mail-server.ts';
import { MailError, type Mail } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const FROM = 'Brevia <no-reply@brevia.example>';
const mail = (changes: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.com',
  subject: 'Équipe “A & B”',
  text: 'Bonjour Zoé,\nhttps://brevia.example/x?token=abc\n',
  html: '<p>Bonjour Zoé</p>',
  ...changes,
});
const failureOf = (work: Promise<void>) =>
  work.then(
    () => null,
    (error: unknown) => error as MailError,
  );

describe('mail through a real SMTP server (WEB-1)', () => {
  test('arrives with text, HTML, sender and subject as they were written', async () => {
    await using server = await startMailServer();
    await createSmtpMailer({ url: server.url, from: FROM }).send(mail());
    const [got] = server.received;
    expect(got).toMatchObject({ from: 'no-reply@brevia.example', to: ['ada@example.com'], user: null });
    expect(got?.mail.subject).toBe('Équipe “A & B”');
    expect(got?.mail.from).toMatchObject({ name: 'Brevia', address: 'no-reply@brevia.example' });
    expect(got?.mail.text?.trim()).toBe('Bonjour Zoé,\nhttps://brevia.example/x?token=abc');
    expect(got?.mail.html?.trim()).toBe('<p>Bonjour Zoé</p>');
    expect(got?.mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('signs in where the address holds a password, its special characters included', async () => {
    await using server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        if (username === 'brevia@mail' && password === 'p@ss/word') done(null, { user: username });
        else done(new Error('wrong'));
      },
    });
    const url = (password: string) =>
      server.url.replace('//', `//brevia%40mail:${encodeURIComponent(password)}@`);
    await createSmtpMailer({ url: url('p@ss/word'), from: FROM }).send(mail());
    expect(server.received.map(({ user }) => user)).toEqual(['brevia@mail']);
    const error = await failureOf(createSmtpMailer({ url: url('wrong'), from: FROM }).send(mail()));
    expect(error).toMatchObject({ name: 'MailError', isPermanent: false });
    expect(error?.message).toContain('EAUTH');
    expect(error?.message).not.toContain('wrong');
  });

  test('gives no password away without TLS to another machine', async () => {
    let asked = 0;
    await using server = await startMailServer({
      allowInsecureAuth: true,
      onAuth(_auth, _session, done) {
        asked += 1;
        done(null, { user: 'x' });
      },
    });
    // [::ffff:127.0.0.1] is this machine too, but not under a name that counts as it.
    const url = `smtp://me:secret@[::ffff:127.0.0.1]:${server.port}`;
    const send = (query: string) =>
      failureOf(createSmtpMailer({ url: url + query, from: FROM }).send(mail()));
    expect(await send('')).toBeInstanceOf(MailError);
    expect([asked, server.received.length]).toEqual([0, 0]);
    // Unless the operator says so.
    expect(await send('?requireTLS=false')).toBeNull();
    expect([asked, server.received.length]).toEqual([1, 1]);
  });

  test.each([
    ['from the first byte', 'smtps:', { secure: true, disabledCommands: [] }],
    ['after STARTTLS', 'smtp:', { disabledCommands: [] }],
  ])(
    'goes over TLS %s, to a server whose certificate is good, or that the operator trusts',
    async (_when, scheme, options) => {
      // Its certificate is its own, which nobody vouches for.
      await using server = await startMailServer(options);
      const url = server.url.replace('smtp:', scheme);
      const send = (query: string) =>
        failureOf(createSmtpMailer({ url: url + query, from: FROM }).send(mail()));
      expect(await send('')).toMatchObject({ isPermanent: false });
      expect(server.received).toEqual([]);
      expect(await send('?requireTLS=true&tls.rejectUnauthorized=false')).toBeNull();
      expect(server.received).toMatchObject([{ isEncrypted: true }]);
    },
  );

  test('that is refused for good is not worth another try, and the reason names nobody', async () => {
    await using server = await startMailServer({
      onRcptTo({ address }, _session, done) {
        done(
          Object.assign(new Error(`no such user ${address}`), {
            responseCode: address.startsWith('busy') ? 450 : 550,
          }),
        );
      },
    });
    const mailer = createSmtpMailer({ url: server.url, from: FROM });
    const refused = await failureOf(mailer.send(mail()));
    expect(refused).toMatchObject({ isPermanent: true });
    expect(refused?.message).toContain('550');
    expect(refused?.message).not.toContain('ada@');
    expect(await failureOf(mailer.send(mail({ to: 'busy@example.com' })))).toMatchObject({
      isPermanent: false,
    });
  });

  test('a server that says nothing is given up in time', async () => {
    await using server = await startSilentServer();
    const started = performance.now();
    const error = await failureOf(
      createSmtpMailer({ url: server.url, from: FROM, timeoutMs: 200 }).send(mail()),
    );
    expect(error).toMatchObject({ isPermanent: false });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('a server that stops in the middle of the message is given up in time', async () => {
    await using server = await startMailServer({ onData: (stream) => void stream.resume() });
    const error = await failureOf(
      createSmtpMailer({ url: server.url, from: FROM, timeoutMs: 300 }).send(mail()),
    );
    expect(error).toMatchObject({ isPermanent: false });
  });

  test('a server that is not there is an error, not a wait', async () => {
    const server = await startMailServer();
    await server.close();
    const error = await failureOf(createSmtpMailer({ url: server.url, from: FROM }).send(mail()));
    expect(error).toMatchObject({ isPermanent: false });
    expect(error?.message).toMatch(/ECONN|ESOCKET/);
  });

  test.each([
    'ada@example.com, eve@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com>\r\nRCPT TO:<eve@example.com',
    '',
  ])('%j is no recipient', async (to) => {
    await using server = await startMailServer();
    const error = await failureOf(createSmtpMailer({ url: server.url, from: FROM }).send(mail({ to })));
    expect(error).toMatchObject({ isPermanent: true });
    expect(server.received).toEqual([]);
  });
});
