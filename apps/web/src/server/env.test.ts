import { describe, expect, test } from 'vitest';
import { readEnv } from './env.ts';

const complete = {
  SHORT_URL_BASE: 'http://127.0.0.1:3001/',
  DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/brevia',
  CODE_KEY: 'c'.repeat(43),
  AUTH_SECRET: 'a'.repeat(43),
};

describe('settings of the web app', () => {
  test('has defaults for what RUN-5 gives one', () => {
    const env = readEnv(complete);
    expect(env).toMatchObject({
      WEB_PORT: 3000,
      METRICS_PORT: 9464,
      LIMIT_CREATE_PER_USER: 100,
      LIMIT_CREATE_ANONYMOUS: 10,
      LIMIT_SIGN_IN: 20,
      ALLOW_ANONYMOUS: true,
      HOST: '127.0.0.1',
      SHORT_URL_BASE: 'http://127.0.0.1:3001',
    });
    expect(env.TRUSTED_PROXIES).toBe('');
  });

  test('names every wrong setting in one message', () => {
    const wrong = { WEB_PORT: '99999', CODE_KEY: 'short', TRUSTED_PROXIES: '10.0.0.0/8, nonsense' };
    const message = (() => {
      try {
        readEnv(wrong);
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    })();
    for (const name of [
      'WEB_PORT',
      'CODE_KEY',
      'TRUSTED_PROXIES',
      'SHORT_URL_BASE',
      'DATABASE_URL',
      'AUTH_SECRET',
    ]) {
      expect(message).toContain(`${name}:`);
    }
    expect(message).toContain('nonsense');
  });

  test.each(['GITHUB', 'GOOGLE'])(
    '%s needs an id and a secret: the missing half is named (WEB-1)',
    (provider) => {
      const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
      const read = (given: Record<string, string>) => () => readEnv({ ...complete, ...given });
      expect(read({ [id]: 'me' })).toThrow(`${secret}: is missing`);
      expect(read({ [id]: 'me', [secret]: '' })).toThrow(`${secret}: is missing`);
      expect(read({ [secret]: 'hunter2' })).toThrow(`${id}: is missing`);
      expect(read({ [secret]: 'hunter2' })).not.toThrow('hunter2');
      expect(read({ [id]: 'me', [secret]: 'hunter2' })()).toMatchObject({ [id]: 'me' });
    },
  );

  test('a mail server needs a sender, and the other way round: the missing half is named (WEB-1)', () => {
    const read = (given: Record<string, string>) => () => readEnv({ ...complete, ...given });
    const SMTP_URL = 'smtps://brevia:hunter2@mail.example.com:465';
    expect(read({ SMTP_URL })).toThrow('MAIL_FROM: is missing');
    expect(read({ SMTP_URL })).not.toThrow('hunter2');
    expect(read({ MAIL_FROM: 'no-reply@example.com' })).toThrow('SMTP_URL: is missing');
    for (const MAIL_FROM of [
      'no-reply@example.com',
      'Brevia <no-reply@example.com>',
      'Société Générale <a@b.fr>',
    ]) {
      expect(read({ SMTP_URL, MAIL_FROM })()).toMatchObject({ SMTP_URL, MAIL_FROM });
    }
  });

  test.each([
    ['SMTP_URL', 'http://hunter2@mail.example.com'],
    ['SMTP_URL', 'mail.example.com:25'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Brevia <a@example.com>\r\nBcc: b@example.com'],
    ['MAIL_FROM', 'Bre\nvia <a@example.com>'],
  ])('%s can not be %j (WEB-1)', (name, value) => {
    const given = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com', [name]: value };
    expect(() => readEnv({ ...complete, ...given })).toThrow(`${name}: must be an address such as`);
    expect(() => readEnv({ ...complete, ...given })).not.toThrow('hunter2');
  });

  test('never repeats the value of a secret', () => {
    expect(() => readEnv({ ...complete, AUTH_SECRET: 'hunter2' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }),
    );
  });

  test('an empty optional setting is as good as none', () => {
    const env = readEnv({ ...complete, REDIS_URL: '', CLICKHOUSE_URL: '' });
    expect([env.REDIS_URL, env.CLICKHOUSE_URL]).toEqual([undefined, undefined]);
  });
});
