import Bowser from 'bowser';
import { isbot } from 'isbot';

/** Who clicked. `proxy`: an image proxy of a mail provider, counted neither as a person nor as a bot (C143). */
export type ClickKind = 'human' | 'bot' | 'proxy';

/** What a user agent says of its client; '' for what it does not say. */
export interface Agent {
  readonly kind: ClickKind;
  readonly browser: string;
  readonly os: string;
  readonly device: string;
}

const MAIL_PROXY = /GoogleImageProxy|YahooMailProxy/i;

/** Browsers inside apps, which otherwise look like the system's own (C139). First match counts. */
const IN_APP: readonly (readonly [RegExp, string])[] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bFBA[NV]\b|\bFB_IAB\b/, 'Facebook'],
  [/\bBytedanceWebview\b|\bmusical_ly/i, 'TikTok'],
  [/\bMicroMessenger\b/i, 'WeChat'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\bSnapchat\b/i, 'Snapchat'],
  [/\bPinterest\b/i, 'Pinterest'],
  [/\bTwitter for\b|\bTwitterAndroid\b/i, 'X'],
  [/\bLine\/\d/, 'LINE'],
  [/\bGSA\/\d/, 'Google app'],
];

/**
 * Reads a user agent (25 us: see `createAgentReader`). No user agent at all is a bot: every browser sends one. An iPad
 * that asks for desktop sites sends a Mac's user agent to the letter, so it counts as a Mac (C140).
 */
export function readAgent(userAgent: string): Agent {
  if (userAgent.trim() === '') return { kind: 'bot', browser: '', os: '', device: '' };
  const kind = MAIL_PROXY.test(userAgent) ? 'proxy' : isbot(userAgent) ? 'bot' : 'human';
  const { browser, os, platform } = Bowser.parse(userAgent);
  const inApp = IN_APP.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { kind, browser: inApp ?? browser.name ?? '', os: os.name ?? '', device: platform.type ?? '' };
}

/**
 * A function that renders an agent as the last four cells of a row, remembering the latest user agents: at least `size`, at
 * most twice that. Two maps in turn are cheaper than an exact LRU: a hit moves nothing.
 */
export function createAgentReader(size = 10_000): (userAgent: string) => string {
  let young = new Map<string, string>();
  let old = new Map<string, string>();
  return (userAgent) => {
    const known = young.get(userAgent);
    if (known !== undefined) return known;
    const cells = old.get(userAgent) ?? renderAgent(readAgent(userAgent));
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(userAgent, cells);
    return cells;
  };
}

const renderAgent = ({ kind, browser, os, device }: Agent): string =>
  JSON.stringify([kind, browser, os, device]).slice(1, -1);
