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

/** Whether a request names its host twice: RFC 9112 wants a 400, since a proxy before us may have read the other one. */
export function hasTwoHosts(raw: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.length === 4 && raw[i]!.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
