import { decide, type RedirectLink } from '@brevia/core';
import { composeHead } from '../compose/head.ts';
import { redirectHeaders, type CachePolicy, type FlatHeaders } from '../compose/redirect.ts';

/** A link as the memory tier holds it, with the answer to a plain request composed beforehand. */
export interface Entry {
  /** Null: deleted a moment ago. */
  readonly link: RedirectLink | null;
  readonly version: number;
  /** Status line and headers of the answer without a query; '' where the link does not redirect. */
  readonly head: string;
  readonly headers: FlatHeaders;
  readonly status: 301 | 302;
  /** The link as a click takes it: domain, code and owner, one a line. */
  readonly clickKey: Uint8Array;
  /** When the answer stops being right by the link's own expiry, in milliseconds since 1970; Infinity for never. */
  readonly expiresAt: number;
  /** The whole answer with the ending that it was last given: a hot link's is put together once a second. */
  answer: string;
  ending: string;
  /** Up to when the entry needs no look further down. */
  freshUntil: number;
  /** From when a use looks further down beforehand, so that a hot link never has to wait. */
  refreshAt: number;
  /** When this was last learned or confirmed, from further down or by a message. */
  filledAt: number;
}

const NO_KEY = new Uint8Array(0);

function clickKey(link: RedirectLink): Uint8Array {
  return Buffer.from(`${link.domain}\n${link.code}\n${link.ownerId ?? ''}`, 'latin1');
}

/** The part of its freshness after which an entry in use is looked up again. */
export const REFRESH_AFTER = 0.8;

/** Composes the answer once; a click costs no more than a look-up then. */
export function createEntry(
  link: RedirectLink | null,
  version: number,
  filledAt: number,
  freshMs: number,
  policy: CachePolicy,
): Entry {
  // Just before its expiry is when a link redirects if it ever does; `expiresAt` says when that ends.
  const decision = decide(link, link?.expiresAt == null ? filledAt : link.expiresAt - 1);
  const redirects = decision.kind === 'redirect';
  const status = redirects ? decision.status : 302;
  const headers = redirects ? redirectHeaders(decision.link, status, '', policy) : [];
  return {
    link,
    version,
    head: redirects ? composeHead(status, headers) : '',
    headers,
    status,
    clickKey: redirects ? clickKey(decision.link) : NO_KEY,
    expiresAt: link?.expiresAt ?? Infinity,
    answer: '',
    ending: '',
    freshUntil: filledAt + freshMs,
    refreshAt: filledAt + freshMs * REFRESH_AFTER,
    filledAt,
  };
}
