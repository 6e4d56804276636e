import { isSpeculative } from '@brevia/core';
import type { ClickHeaders } from '../capture/headers.ts';

export interface RequestDetails extends ClickHeaders {
  /** Prefetched, prerendered or previewed: no click (C121, C122). */
  readonly isSpeculative: boolean;
}

/**
 * What a redirect needs of its request's headers, read from the raw list: `req.headers` would build an object of all of
 * them, which costs more than the whole answer. As there, of a doubled User-Agent or Referer the first counts, and others
 * are joined by commas.
 */
export function readDetails(raw: readonly string[]): RequestDetails {
  let userAgent = '';
  let referrer = '';
  let language = '';
  let forwardedFor = '';
  let forwarded = '';
  let dnt = '';
  let gpc = '';
  let speculation: Record<string, string> | undefined;

  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]!;
    const value = raw[i + 1]!;
    switch (name.length) {
      case 3:
        if (name.toLowerCase() === 'dnt') dnt = join(dnt, value);
        break;
      case 5:
      case 11:
        if (/^(?:x-moz|sec-purpose)$/i.test(name)) speculation = add(speculation, name.toLowerCase(), value);
        break;
      case 7:
        switch (name.toLowerCase()) {
          case 'referer':
            if (referrer === '') referrer = value;
            break;
          case 'sec-gpc':
            gpc = join(gpc, value);
            break;
          case 'purpose':
            speculation = add(speculation, 'purpose', value);
        }
        break;
      case 9:
        switch (name.toLowerCase()) {
          case 'forwarded':
            forwarded = join(forwarded, value);
            break;
          case 'x-purpose':
            speculation = add(speculation, 'x-purpose', value);
        }
        break;
      case 10:
        if (userAgent === '' && name.toLowerCase() === 'user-agent') userAgent = value;
        break;
      case 15:
        switch (name.toLowerCase()) {
          case 'accept-language':
            language = join(language, value);
            break;
          case 'x-forwarded-for':
            forwardedFor = join(forwardedFor, value);
        }
    }
  }
  return {
    userAgent,
    referrer,
    language,
    forwardedFor,
    forwarded,
    noTrack: dnt === '1' || gpc === '1',
    isSpeculative: speculation !== undefined && isSpeculative(speculation),
  };
}

function join(before: string, value: string): string {
  return before === '' ? value : `${before}, ${value}`;
}

function add(headers: Record<string, string> = {}, name: string, value: string): Record<string, string> {
  headers[name] = join(headers[name] ?? '', value);
  return headers;
}

/** Whether a request names its host twice: RFC 9112 wants a 400, since a proxy before us may have read the other one. */
export function hasTwoHosts(raw: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.length === 4 && raw[i]!.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
