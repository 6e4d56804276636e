import { createTransport } from 'nodemailer';
import { MailError, type Mail, type Mailer } from './mailer.ts';

/** From the first byte to the server's last word. */
const WHOLE_MS = 20_000;
/** For the server to show a sign of life at all. */
const SILENCE_MS = 10_000;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
/** What one recipient may look like; anything else could mean several, or an SMTP command. */
const BARE_ADDRESS = /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/u;

export interface SmtpOptions {
  /** `smtp://` or `smtps://`; nodemailer's options may follow as a query, such as `?tls.rejectUnauthorized=false`. */
  readonly url: string;
  /** The sender: `no-reply@example.com` or `Brevia <no-reply@example.com>`. */
  readonly from: string;
  readonly timeoutMs?: number;
}

/**
 * Mail through an SMTP server. A password is given away over TLS only, unless the server is on this machine or the URL
 * says `?requireTLS=false`.
 */
export function createSmtpMailer({ url, from, timeoutMs = WHOLE_MS }: SmtpOptions): Mailer {
  const { hostname, username } = new URL(url);
  const transport = createTransport({
    url,
    requireTLS: username !== '' && !LOOPBACK.includes(hostname),
    connectionTimeout: Math.min(SILENCE_MS, timeoutMs),
    greetingTimeout: Math.min(SILENCE_MS, timeoutMs),
    socketTimeout: Math.min(SILENCE_MS, timeoutMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html }: Mail) {
      if (!BARE_ADDRESS.test(to)) throw new MailError('the recipient is no single address', true);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          // RFC 3834: nobody's absence note should answer.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(timeoutMs),
        });
      } catch (error) {
        throw mailError(error);
      }
    },
  };
}

/** The server's answer may repeat the recipient, so only its codes go on. */
function mailError(error: unknown): MailError {
  const { code, responseCode, command } = error as Record<string, unknown>;
  const isRefused = (code === 'EENVELOPE' || code === 'EMESSAGE') && Number(responseCode) >= 500;
  const parts = [code, responseCode, command]
    .filter((part) => part !== undefined && part !== null)
    .map(String);
  return new MailError(`the SMTP server did not take a message: ${parts.join(' ')}`, isRefused);
}
