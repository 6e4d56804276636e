import type { IncomingHttpHeaders } from 'node:http';
import { isSpeculative } from '@brevia/core';
import type { ClickHeaders } from '../capture/headers.ts';

export interface RequestDetails extends ClickHeaders {
  /** Prefetched, prerendered or previewed: no click (C121, C122). */
  readonly isSpeculative: boolean;
}

/**
 * What a click takes from its request. `node:http` has built this object for every request by the time we see it, since it
 * looks for Host and Expect there. Of a doubled User-Agent or Referer the first counts, others are joined by commas.
 */
export function readDetails(headers: IncomingHttpHeaders): RequestDetails {
  return {
    userAgent: headers['user-agent'] ?? '',
    referrer: headers.referer ?? '',
    language: headers['accept-language'] ?? '',
    forwardedFor: (headers['x-forwarded-for'] as string | undefined) ?? '',
    forwarded: headers.forwarded ?? '',
    noTrack: headers['dnt'] === '1' || headers['sec-gpc'] === '1',
    isSpeculative: isSpeculative(headers),
  };
}

/** What `uri-host [":" port]` may hold (RFC 9110, 7.2; RFC 3986, 3.2.2). */
export const HOST_CHARACTERS =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=%:[]";

const HOST = new RegExp(`^[${HOST_CHARACTERS.replace(/[\\\-[\]^]/g, '\\$&')}]*$`);

/** Whether nobody on the way can read the request's end or its host otherwise than we do: all else is a 400 (RFC 9112, 3.2, 6.3). */
export function isUnambiguous(headers: IncomingHttpHeaders, raw: readonly string[]): boolean {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return false;
  return HOST.test(headers.host ?? '') && !hasTwoHosts(raw);
}

/** Whether a request names its host twice: RFC 9112 wants a 400, since a proxy before us may have read the other one. */
function hasTwoHosts(raw: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.length === 4 && raw[i]!.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
