import type { PlainMessageKey } from '../../i18n/translate.ts';

/** better-auth's error codes, as far as a person can do something about them. */
const TEXTS: Readonly<Record<string, PlainMessageKey>> = {
  INVALID_EMAIL_OR_PASSWORD: 'auth.error.credentials',
  INVALID_PASSWORD: 'auth.error.credentials',
  USER_ALREADY_EXISTS: 'auth.error.exists',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'auth.error.exists',
  INVALID_EMAIL: 'auth.error.email',
  PASSWORD_TOO_SHORT: 'auth.error.short',
  PASSWORD_TOO_LONG: 'auth.error.long',
  INVALID_CODE: 'auth.error.code',
  INVALID_TWO_FACTOR_COOKIE: 'auth.error.code',
  INVALID_BACKUP_CODE: 'auth.error.code',
  INVALID_TOKEN: 'auth.reset.invalid',
  BANNED_USER: 'auth.error.banned',
};

export interface AuthFailure {
  readonly code?: string | undefined;
  readonly status?: number | undefined;
}

/** The text for what better-auth answered; its own English message is never shown. */
export function authFailureKey({ code, status }: AuthFailure): PlainMessageKey {
  if (code !== undefined && Object.hasOwn(TEXTS, code)) return TEXTS[code] ?? 'auth.error.other';
  if (status === 429) return 'auth.error.tooMany';
  if (status === 0 || status === undefined) return 'error.network';
  return status === 503 ? 'error.unavailable' : 'auth.error.other';
}

const MIN_PASSWORD_LENGTH = 10;

/** What is wrong with an address at first sight; the server judges the rest. */
export function emailProblem(email: string): PlainMessageKey | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'auth.error.email';
}

export function passwordProblem(password: string): PlainMessageKey | undefined {
  return password.length < MIN_PASSWORD_LENGTH ? 'auth.error.short' : undefined;
}
