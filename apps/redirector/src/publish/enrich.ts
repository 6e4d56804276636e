import { clientAddress, primaryLanguage, referrerHost, type ClickEvent } from '@brevia/core';
import { LRUCache } from 'lru-cache';
import { readBatch, type CapturedBatch, type CapturedClick } from '../capture/layout.ts';

export interface EnricherOptions {
  readonly region: string;
  readonly trusted: (address: string) => boolean;
  readonly countryOf: (address: string) => string;
  readonly visitorOf: (address: string, userAgent: string, ts: number) => string;
  /** Differs between all threads that ever run: what makes ids unique. */
  readonly idPrefix: string;
}

/** Turns captured values into events (CLICK-1). The address ends here: country and visitor hash are all that is kept of it. */
export function createEnricher(options: EnricherOptions): (batch: CapturedBatch) => ClickEvent[] {
  const { region, trusted, countryOf, visitorOf, idPrefix } = options;
  let sequence = 0;
  // Few different values make up most of the headers, and parsing one costs more than looking it up.
  const languages = remember(primaryLanguage);
  const referrers = remember((raw) => referrerHost(asWritten(raw)));

  return (batch) =>
    readBatch(batch).map((click) => {
      const { ts, userAgent } = click;
      const [domain = '', code = '', owner = ''] = click.key.split('\n');
      const address = addressOf(click, trusted);
      sequence += 1;
      return {
        id: idPrefix + sequence.toString(36),
        domain,
        code,
        owner,
        ts,
        country: countryOf(address),
        referrer: referrers(click.referrer),
        userAgent,
        language: languages(click.language),
        visitor: click.noTrack ? '0' : visitorOf(address, userAgent, ts),
        region,
      };
    });
}

/** Only a trusted proxy's headers are captured at all, so what is there may be read. */
function addressOf(click: CapturedClick, trusted: (address: string) => boolean): string {
  const { peer, forwardedFor, forwarded } = click;
  return forwardedFor === '' && forwarded === ''
    ? peer
    : clientAddress({ peer, forwardedFor, forwarded }, trusted);
}

/**
 * Headers come as Latin-1. Some clients write an address as raw UTF-8, and read as Latin-1 its host would be another one; bytes
 * that are no UTF-8 stay Latin-1. (User agents are only searched for names in ASCII, so they are left as they come.)
 */
function asWritten(header: string): string {
  if (!/[\x80-\xff]/.test(header)) return header;
  try {
    // Captured headers are cut at a bound, which may lie within a character: `stream` forgives that.
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'), { stream: true });
  } catch {
    return header;
  }
}

function remember(parse: (raw: string) => string): (raw: string) => string {
  const known = new LRUCache<string, string>({ max: 2_000 });
  return (raw) => {
    if (raw === '') return '';
    let value = known.get(raw);
    if (value === undefined) {
      value = parse(raw);
      if (raw.length <= 512) known.set(raw, value);
    }
    return value;
  };
}
