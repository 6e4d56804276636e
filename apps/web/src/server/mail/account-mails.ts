import { chooseLocale, LOCALE_COOKIE, type Locale } from '../../i18n/locales.ts';
import { createAllowance } from './allowance.ts';
import { asHtml, asText, nameInMail } from './letter.ts';
import { LETTERS } from './letters.ts';
import type { Postman } from './postman.ts';

/** Messages of one kind to one address, an hour. */
const PER_ADDRESS = 5;
/** Invitations that one person may have sent, an hour. */
const PER_INVITER = 50;

/** Whoever asked, in whose language the message is written; undefined outside of a request. */
type Asker = Request | undefined;

export interface AccountMails {
  /** Whether messages reach people. Otherwise only reset links are written, for the log. */
  readonly areSent: boolean;
  resetLink(to: { readonly email: string; readonly token: string }, asker: Asker): void;
  verification(to: { readonly email: string; readonly token: string }, asker: Asker): void;
  invitation(invitation: Invitation, asker: Asker): void;
  passwordChanged(to: { readonly email: string }, asker: Asker): void;
}

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly workspace: string;
  readonly inviter: { readonly id: string; readonly name: string; readonly email: string };
}

/** Writes the messages of accounts and hands them over; no call waits for anything or fails (C218). */
export function createAccountMails(options: {
  readonly post: Postman['post'];
  readonly areSent: boolean;
  /** Public address of the dashboard: links are made of it, never of what a request says about itself. */
  readonly webUrl: string;
  readonly clock?: () => number;
}): AccountMails {
  const { post, areSent, webUrl, clock = Date.now } = options;
  const mayReceive = createAllowance(PER_ADDRESS, clock);
  const mayInvite = createAllowance(PER_INVITER, clock);

  type Letters = (typeof LETTERS)[Locale];
  const write = (
    kind: keyof Letters,
    to: string,
    asker: Asker,
    path: string,
    compose: (letters: Letters, locale: Locale) => ReturnType<Letters[keyof Letters]>,
  ) => {
    if (!mayReceive(`${kind} ${to.toLowerCase()}`)) return;
    const locale = localeOf(asker);
    const text = compose(LETTERS[locale], locale);
    const letter = { ...text, action: { label: text.action, url: `${webUrl}${path}` } };
    post({ to, subject: letter.subject, text: asText(letter), html: asHtml(letter, locale) });
  };

  return {
    areSent,
    resetLink({ email, token }, asker) {
      // Not straight to the page: this way one that works no longer says so before anything is typed.
      const path = `/api/auth/reset-password/${encodeURIComponent(token)}?callbackURL=%2Freset-password`;
      write('resetLink', email, asker, path, (letters) => letters.resetLink(email));
    },
    verification({ email, token }, asker) {
      if (!areSent) return;
      const path = `/verify-email?token=${encodeURIComponent(token)}`;
      write('verification', email, asker, path, (letters) => letters.verification(email));
    },
    invitation({ id, email, workspace, inviter }, asker) {
      if (!areSent || !mayInvite(inviter.id)) return;
      write('invitation', email, asker, `/join/${encodeURIComponent(id)}`, (letters) =>
        letters.invitation({
          inviter: nameInMail(inviter.name),
          inviterEmail: inviter.email,
          workspace: nameInMail(workspace),
          email,
        }),
      );
    },
    passwordChanged({ email }, asker) {
      if (!areSent) return;
      const at = clock();
      write('passwordChanged', email, asker, '/forgot-password', (letters, locale) => {
        const date = new Intl.DateTimeFormat(locale, {
          dateStyle: 'long',
          timeStyle: 'short',
          timeZone: 'UTC',
        });
        return letters.passwordChanged(email, `${date.format(at)} UTC`);
      });
    },
  };
}

/** The language of the pages that the asker sees. */
function localeOf(asker: Asker): Locale {
  const cookies = asker?.headers.get('cookie') ?? '';
  const chosen = cookies
    .split(';')
    .map((part) => part.trim().split('='))
    .find(([name]) => name === LOCALE_COOKIE)?.[1];
  return chooseLocale(chosen, asker?.headers.get('accept-language') ?? null);
}
