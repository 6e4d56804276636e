import { createHash } from 'node:crypto';
import type { ClickEvent } from '@brevia/core';
import { chooseBot, chooseBrowser, chooseHour, choosePlace, chooseReferrer } from './audience.ts';
import type { Channel } from './links.ts';
import { seededRandom, weighted } from './random.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 90;
/** Those that would fall before a link's creation or into the future are left out: about a third. */
const ATTEMPTS = 64_000;
const VISITORS = 9_000;
const BOT_SHARE = 0.08;
/** Monday is quiet in shops, the weekend is not. From Sunday on, as `getUTCDay` counts. */
const weekdayWeight = [1.25, 0.85, 0.9, 1, 1.05, 1.1, 1.3];

/** A link that people click on. */
export interface ClickedLink {
  domain: string;
  code: string;
  owner: string;
  channel: Channel;
  createdAt: Date;
  expiresAt: Date | null;
}

/**
 * The last 90 days of clicks on some links, the same for the same links and time. A few links take most of it, it grows
 * over the months, and it follows the hours of each visitor's country. The newest is an hour old.
 * @param region written into each click
 */
export function demoClicks(links: readonly ClickedLink[], now: number, region: string): ClickEvent[] {
  const random = seededRandom(2);
  const chooseLink = weighted(
    links.map((link, rank) => [link, 1 / (((rank * 67) % links.length) + 4)] as const),
  );
  const chooseDay = weighted(
    Array.from({ length: DAYS }, (_, ago) => {
      const weekday = new Date(now - ago * DAY_MS).getUTCDay();
      return [ago, (weekdayWeight[weekday] ?? 1) * (1.6 - ago / DAYS)] as const;
    }),
  );
  const events: ClickEvent[] = [];
  for (let number = 0; number < ATTEMPTS; number += 1) {
    const link = chooseLink(random());
    const [country, language, offset] = choosePlace(random());
    const midnight = Math.floor((now - chooseDay(random()) * DAY_MS) / DAY_MS) * DAY_MS;
    const ts = Math.floor(midnight + (chooseHour(random()) - offset + random()) * HOUR_MS);
    const visitor = Math.floor(random() ** 2 * VISITORS);
    const bot = random() < BOT_SHARE;
    const userAgent = bot ? chooseBot(random()) : chooseBrowser(fraction(visitor));
    const referrer = bot ? '' : chooseReferrer(link.channel, random());
    if (ts > now - HOUR_MS || ts < link.createdAt.getTime() || ts >= (link.expiresAt?.getTime() ?? Infinity))
      continue;
    const { domain, code, owner } = link;
    const id = `demo-${number}`;
    events.push({
      id,
      domain,
      code,
      owner,
      ts,
      country,
      referrer,
      userAgent,
      language,
      visitor: hash(visitor, ts),
      region,
    });
  }
  return events.sort((one, other) => one.ts - other.ts);
}

/** Always the same browser for a visitor. */
const fraction = (visitor: number): number => (visitor * 0.618_033_988_75) % 1;

/** Like the redirector's hash of a visitor: another one every day. */
function hash(visitor: number, ts: number): string {
  const digest = createHash('sha256')
    .update(`${visitor} ${Math.floor(ts / DAY_MS)}`)
    .digest();
  return digest.readBigUInt64BE().toString();
}
