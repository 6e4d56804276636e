import { NO_TRACK, type ClickBuffer } from './buffer.ts';
import type { Peer } from './peer.ts';

/** What a click takes from its request; '' for a header that is not there. */
export interface ClickHeaders {
  readonly userAgent: string;
  readonly referrer: string;
  readonly language: string;
  readonly forwardedFor: string;
  readonly forwarded: string;
  readonly noTrack: boolean;
}

// What the thread needs of each, so that hostile headers cannot fill the buffer.
const MAX_USER_AGENT = 512;
const MAX_REFERRER = 2_048;
const MAX_LANGUAGE = 256;
const MAX_CHAIN = 1_024;

/** Captures one click, the same in both lanes. The address goes on as it came in; the thread reads and forgets it. */
export function captureClick(
  buffer: ClickBuffer,
  clickKey: string,
  ts: number,
  peer: Peer,
  headers: ClickHeaders,
): void {
  const { userAgent, referrer, language } = headers;
  buffer.push(
    clickKey,
    ts,
    userAgent.length > MAX_USER_AGENT ? userAgent.slice(0, MAX_USER_AGENT) : userAgent,
    referrer.length > MAX_REFERRER ? referrer.slice(0, MAX_REFERRER) : referrer,
    language.length > MAX_LANGUAGE ? language.slice(0, MAX_LANGUAGE) : language,
    // The right end of a chain is the part that proxies wrote.
    peer.isProxy
      ? `${peer.address}\n${headers.forwardedFor.slice(-MAX_CHAIN)}\n${headers.forwarded.slice(-MAX_CHAIN)}`
      : peer.address,
    headers.noTrack ? NO_TRACK : 0,
  );
}
