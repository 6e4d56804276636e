import { splitHost } from './host.ts';

/** Request headers as Node gives them: names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const SPECULATION_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const SPECULATION = /prefetch|prerender|preview/i;

/** Was the request made before anyone asked to see the page (prefetch, prerender, preview)? No click then (C121, C122). */
export function isSpeculative(headers: RequestHeaders): boolean {
  for (const name of SPECULATION_HEADERS) {
    const value = headers[name];
    if (value !== undefined && SPECULATION.test(String(value))) return true;
  }
  return false;
}

const REFERRER_SCHEMES = new Set(['http:', 'https:', 'android-app:']);
const MAX_REFERRER = 4096;

/**
 * The host of a Referer header, lower case, without port; '' for none and for anything that is not an address of a page
 * or an Android app: nothing that a visitor may write there is kept but a host name (C158, C204).
 */
export function referrerHost(raw: string | undefined): string {
  if (raw === undefined || raw === '' || raw.length > MAX_REFERRER) return '';
  try {
    const url = new URL(raw);
    if (!REFERRER_SCHEMES.has(url.protocol)) return '';
    const hostname = splitHost(url.hostname)?.hostname ?? '';
    return /^[a-z0-9[]/.test(hostname) && hostname.length <= 253 ? hostname : '';
  } catch {
    return '';
  }
}

const MAX_LANGUAGES = 16;
const MAX_TAG = 35; // RFC 4647 wants room for as much at least
const LANGUAGE = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?(?:-[a-z0-9]{1,8})*$/i;
const QUALITY = /;\s*q=([01](?:\.\d{0,3})?)\s*$/i;

/**
 * The language that an Accept-Language header prefers, as language[-Script][-REGION] in the usual case (`pt-BR`,
 * `zh-Hant-TW`); the first of several with the highest q; '' for none, `*` and junk.
 */
export function primaryLanguage(raw: string | undefined): string {
  if (raw === undefined || raw === '' || raw.length > MAX_REFERRER) return '';
  let best = '';
  let bestQuality = 0;
  for (const item of raw.split(',', MAX_LANGUAGES)) {
    const quality = item.includes(';') ? Number(QUALITY.exec(item)?.[1] ?? 0) : 1;
    if (quality <= bestQuality) continue;
    const language = languageTag(item.split(';', 1)[0]!.trim());
    if (language === '') continue;
    best = language;
    bestQuality = quality;
  }
  return best;
}

function languageTag(text: string): string {
  const match = text.length > MAX_TAG ? null : LANGUAGE.exec(text);
  if (match === null) return '';
  const [, language, script, region] = match;
  let tag = language!.toLowerCase();
  if (script !== undefined) tag += `-${script[0]!.toUpperCase()}${script.slice(1).toLowerCase()}`;
  if (region !== undefined) tag += `-${region.toUpperCase()}`;
  return tag;
}
