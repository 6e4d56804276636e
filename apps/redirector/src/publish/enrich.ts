import { clientAddress, primaryLanguage, referrerHost, type ClickEvent } from '@brevia/core';
import { LRUCache } from 'lru-cache';
import { CLICK_FIELDS, NO_TRACK, type FlatClicks } from '../capture/buffer.ts';

export interface EnricherOptions {
  readonly region: string;
  readonly trusted: (address: string) => boolean;
  readonly countryOf: (address: string) => string;
  readonly visitorOf: (address: string, userAgent: string, ts: number) => string;
  /** Differs between all threads that ever run: what makes ids unique. */
  readonly idPrefix: string;
}

/** Turns captured values into events (CLICK-1). The address ends here: country and visitor hash are all that is kept of it. */
export function createEnricher(options: EnricherOptions): (clicks: FlatClicks) => ClickEvent[] {
  const { region, trusted, countryOf, visitorOf, idPrefix } = options;
  let sequence = 0;
  // Few different values make up most of the headers, and parsing one costs more than looking it up.
  const languages = remember(primaryLanguage);
  const referrers = remember(referrerHost);

  return (clicks) => {
    const events: ClickEvent[] = [];
    for (let i = 0; i + CLICK_FIELDS <= clicks.length; i += CLICK_FIELDS) {
      const clickKey = clicks[i] as string;
      const ts = clicks[i + 1] as number;
      const userAgent = clicks[i + 2] as string;
      const flags = clicks[i + 6] as number;
      const [domain = '', code = '', owner = ''] = clickKey.split('\n');
      const address = addressOf(clicks[i + 5] as string, trusted);
      sequence += 1;
      events.push({
        id: idPrefix + sequence.toString(36),
        domain,
        code,
        owner,
        ts,
        country: countryOf(address),
        referrer: referrers(clicks[i + 3] as string),
        userAgent,
        language: languages(clicks[i + 4] as string),
        visitor: (flags & NO_TRACK) !== 0 ? '0' : visitorOf(address, userAgent, ts),
        region,
      });
    }
    return events;
  };
}

function addressOf(sources: string, trusted: (address: string) => boolean): string {
  if (!sources.includes('\n')) return sources;
  const [peer, forwardedFor, forwarded] = sources.split('\n');
  return clientAddress({ peer, forwardedFor, forwarded }, trusted);
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
