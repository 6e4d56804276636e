import type { Logger } from 'pino';
import type { Mailer } from './mailer.ts';

/**
 * Where there is no SMTP server. A developer finds the message, with its link, in the log; in production a link must not
 * stand in a log that others read, so there the log only says that somebody waits in vain.
 */
export function createLogMailer(log: Pick<Logger, 'info' | 'warn'>, isProduction: boolean): Mailer {
  return {
    send({ to, subject, text }) {
      if (isProduction) log.warn('somebody waits for a mail, but SMTP_URL is not set');
      else log.info({ to, subject, text }, 'a mail that is not sent, since SMTP_URL is not set');
      return Promise.resolve();
    },
  };
}
