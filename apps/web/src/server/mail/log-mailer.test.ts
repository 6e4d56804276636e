import { describe, expect, test, vi } from 'vitest';
import { createLogMailer } from './log-mailer.ts';

const mail = { to: 'ada@example.com', subject: 'Yours', text: 'https://brevia.example/secret', html: '' };

/** All that the mailer logged, as text. */
async function logged(isProduction: boolean): Promise<string> {
  const log = { info: vi.fn(), warn: vi.fn() };
  await createLogMailer(log, isProduction).send(mail);
  return JSON.stringify([log.info.mock.calls, log.warn.mock.calls]);
}

describe('without a mail server (WEB-1)', () => {
  test('a developer finds the link in the log', async () => {
    expect(await logged(false)).toContain('https://brevia.example/secret');
  });

  test('in production the log holds neither link nor address, but says what is missing', async () => {
    const text = await logged(true);
    expect(text).not.toMatch(/secret|ada@/);
    expect(text).toContain('SMTP_URL');
  });
});
