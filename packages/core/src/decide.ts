import { linkState, type RedirectLink } from './link.ts';

export type Decision =
  | { readonly kind: 'redirect'; readonly status: 301 | 302; readonly link: RedirectLink }
  | { readonly kind: 'gone' }
  | { readonly kind: 'not-found' };

const NOT_FOUND: Decision = { kind: 'not-found' };
const GONE: Decision = { kind: 'gone' };

/**
 * What a visitor gets for a link (RED-1, RED-2). `link` is null for an unknown or deleted code; `now` is milliseconds
 * since 1970. 301 only for a permanent link without expiry: browsers may keep it for ever.
 */
export function decide(link: RedirectLink | null, now: number): Decision {
  if (link === null) return NOT_FOUND;
  const state = linkState({ enabled: link.enabled, expiresAt: link.expiresAt, deletedAt: null }, now);
  if (state === 'expired') return GONE;
  if (state !== 'active') return NOT_FOUND;
  return { kind: 'redirect', status: link.permanent && link.expiresAt === null ? 301 : 302, link };
}
