import type { Channel } from './links.ts';
import { weighted } from './random.ts';

/** Country, its main language, its offset from UTC in hours (only to place the day's rhythm). */
export type Place = readonly [country: string, language: string, offsetHours: number];

export const choosePlace = weighted<Place>([
  [['US', 'en', -6], 26],
  [['DE', 'de', 1], 12],
  [['FR', 'fr', 1], 11],
  [['GB', 'en', 0], 9],
  [['IN', 'en', 5.5], 7],
  [['BR', 'pt', -3], 6],
  [['NL', 'nl', 1], 4],
  [['CA', 'en', -5], 4],
  [['ES', 'es', 1], 3],
  [['JP', 'ja', 9], 3],
  [['AU', 'en', 10], 3],
  [['SG', 'en', 8], 2],
  [['CH', 'de', 1], 2],
  [['SE', 'sv', 1], 2],
  [['MX', 'es', -6], 1.5],
  [['ZA', 'en', 2], 1],
  [['KE', 'en', 3], 0.7],
  [['NP', 'ne', 5.75], 0.4],
  [['MT', 'en', 1], 0.4],
  [['', '', 0], 1],
]);

/** How many clicks the hours of a local day get, from midnight. */
export const chooseHour = weighted(
  [4, 2, 1, 1, 1, 2, 5, 9, 12, 13, 13, 12, 14, 13, 12, 11, 11, 12, 13, 15, 16, 14, 10, 7].map(
    (weight, hour) => [hour, weight] as const,
  ),
);

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0';
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const phones = [
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome} Mobile Safari/537.36`, 26],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) ${webkit} Version/19.1 Mobile/15E148 Safari/604.1`,
    24,
  ],
  [`Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/27.0 Mobile Safari/537.36`, 5],
] as const;
const desktops = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 20],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/145.0.0.0`, 7],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/19.1 Safari/605.1.15`, 9],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0', 4],
] as const;
const tablets = [
  [`Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${webkit} Version/18.6 Mobile/15E148 Safari/604.1`, 3],
] as const;

export const chooseBrowser = weighted<string>([...phones, ...desktops, ...tablets]);

export const chooseBot = weighted<string>([
  ['Twitterbot/1.0', 3],
  ['LinkedInBot/1.0 (compatible; Mozilla/5.0; +http://www.linkedin.com)', 2],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 3],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 4],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 3],
  ['curl/8.14.1', 1],
]);

/** Mail, print and chat programs send no referrer. */
const referrers: Record<Channel, readonly (readonly [host: string, weight: number])[]> = {
  newsletter: [
    ['', 8],
    ['mail.google.com', 1],
    ['outlook.live.com', 1],
  ],
  instagram: [
    ['l.instagram.com', 7],
    ['instagram.com', 2],
    ['', 1],
  ],
  facebook: [
    ['l.facebook.com', 4],
    ['m.facebook.com', 4],
    ['facebook.com', 2],
  ],
  x: [
    ['t.co', 9],
    ['', 1],
  ],
  linkedin: [
    ['linkedin.com', 7],
    ['lnkd.in', 2],
    ['', 1],
  ],
  youtube: [
    ['youtube.com', 8],
    ['m.youtube.com', 2],
  ],
  search: [
    ['google.com', 8],
    ['bing.com', 1],
    ['duckduckgo.com', 1],
  ],
  partner: [
    ['partner.example.net', 5],
    ['news.ycombinator.com', 2],
    ['reddit.com', 2],
    ['', 1],
  ],
  poster: [['', 1]],
  support: [
    ['', 6],
    ['help.example.com', 4],
  ],
};

const chosenReferrers = Object.fromEntries(
  Object.entries(referrers).map(([channel, hosts]) => [channel, weighted<string>(hosts)]),
) as Record<Channel, (random: number) => string>;

export const chooseReferrer = (channel: Channel, random: number): string => chosenReferrers[channel](random);
