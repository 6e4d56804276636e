import { composeLocation, type RedirectLink } from '@brevia/core';

/** Header names and values in turn, as `writeHead` takes them without building an object. */
export type FlatHeaders = readonly string[];

export interface CachePolicy {
  /** Seconds that a CDN may keep a redirect; 0 lets none keep it (RED-5). */
  readonly cdnMaxAge: number;
}

// An hour: long enough to be worth a 301, short enough for an edit of a "permanent" link to reach everybody.
const PERMANENT = 'private, max-age=3600';
const TEMPORARY = 'private, no-store';

/**
 * The headers of a redirect, the same in both lanes (RED-5, RED-6).
 * @param rawQuery what follows the `?` of the request target; only a link that forwards queries looks at it
 */
export function redirectHeaders(
  link: RedirectLink,
  status: 301 | 302,
  rawQuery: string,
  policy: CachePolicy,
): FlatHeaders {
  const location = link.forwardQuery ? composeLocation(link.longUrl, rawQuery) : link.longUrl;
  const headers = ['Location', headerSafe(location), 'Cache-Control', status === 301 ? PERMANENT : TEMPORARY];
  // Targeted at CDNs only (RFC 9213), so browsers still keep nothing. A link that ends is never left to a CDN.
  if (policy.cdnMaxAge > 0 && link.expiresAt === null) {
    headers.push('CDN-Cache-Control', `public, max-age=${policy.cdnMaxAge}`);
  }
  headers.push('Content-Length', '0');
  return headers;
}

const UNSAFE = /[^\x21-\x7e]/;

/** The stored URL is ASCII without blanks already; should a store ever hold another one, no header is split by it (C097). */
function headerSafe(location: string): string {
  if (!UNSAFE.test(location)) return location;
  return location.replace(/[^\x21-\x7e]+/g, (run) =>
    encodeURIComponent(run.replace(/\p{Surrogate}/gu, '\ufffd')),
  );
}
