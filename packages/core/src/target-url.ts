import { withParentDomains } from './host.ts';
import { accept, refuse, type Parsed } from './parsed.ts';

/** Longest target, in characters, both as given and as stored (LINK-1). */
export const MAX_TARGET_LENGTH = 2048;

export interface TargetPolicy {
  /**
   * Short hosts of this service. `host` alone, or with port 80 or 443, means that host on any port; with another port
   * (`localhost:3001`) only that port is ours.
   */
  readonly ownHosts: readonly string[];
  /**
   * Asked for the host (lower case, punycode, no trailing dot) and for each domain above it, so that a plain set of
   * blocked domains covers their subdomains.
   */
  readonly isBlocked?: (host: string) => boolean;
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/; // eslint-disable-line no-control-regex -- to refuse them
const LONE_SURROGATE = /\p{Surrogate}/u;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const MAX_HOST = 253;
// The parser lets more through (`a"b.example`), but nobody can register such a name.
const PLAIN_HOST = /^(?:\[[0-9a-f:.]+\]|(?=.*[a-z0-9])[a-z0-9._-]+)$/;

/**
 * Reads the address that a link shall lead to (API-6). The value is the WHATWG parser's href: visible ASCII only, fit
 * for a Location header as it is, and a fixed point (reading it again gives the same).
 *
 * Nothing in path, query or fragment is decoded, re-encoded, sorted or dropped: what is percent-encoded stays, what is
 * not ASCII becomes UTF-8 percent escapes, a raw space becomes %20, and a trailing `?` or `#` is kept as given (C008).
 * Whether the target answers is nobody's business here (C028, C029).
 *
 * Codes: url_required, url_too_long, url_characters, url_invalid, url_scheme, url_credentials, url_own_host, url_blocked.
 */
export function parseTarget(raw: unknown, policy: TargetPolicy): Parsed<string> {
  if (typeof raw !== 'string') return refuse('url_required', 'Enter a web address as text.');
  if (raw.length > 2 * MAX_TARGET_LENGTH) return tooLong();
  const text = trimSpaces(raw);
  if (text === '') return refuse('url_required', 'Enter a web address.');
  if (text.length > MAX_TARGET_LENGTH) return tooLong();
  // Before parsing: the WHATWG parser silently deletes tabs and line breaks (C016, C097).
  if (CONTROL.test(text) || LONE_SURROGATE.test(text)) {
    return refuse('url_characters', 'The address contains control characters or broken text.');
  }

  const url = tryParse(text);
  if (url === null) {
    return refuse('url_invalid', 'This is not a full web address. It looks like https://example.com/page.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('url_scheme', 'Only addresses that begin with http:// or https:// can be shortened.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('url_credentials', 'The address must not contain a user name or password.');
  }
  const hostname = url.hostname.replace(/\.$/, '');
  if (hostname.length > MAX_HOST || !PLAIN_HOST.test(hostname) || !VISIBLE_ASCII.test(url.href)) {
    return refuse('url_invalid', 'The host name of this address is not valid.');
  }
  if (url.href.length > MAX_TARGET_LENGTH) return tooLong();
  if (policy.ownHosts.some((own) => isOwn(own, hostname, url))) {
    return refuse('url_own_host', 'This address is a short link of this service already.');
  }
  const isBlocked = policy.isBlocked;
  if (isBlocked !== undefined && withParentDomains(hostname).some((name) => isBlocked(name))) {
    return refuse('url_blocked', 'Links to this site are blocked by the operator.');
  }
  return accept(url.href);
}

function tooLong(): Parsed<never> {
  return refuse('url_too_long', `The address is longer than ${MAX_TARGET_LENGTH} characters.`);
}

/** Outer spaces only, by hand: a regular expression takes quadratic time on a long run of inner spaces. */
function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

function tryParse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function isOwn(own: string, hostname: string, target: URL): boolean {
  // Through the parser, so that an own host in Unicode or an odd IPv4 form equals what the parser made of the target.
  const parsed = tryParse(`http://${own}`);
  if (parsed === null || parsed.hostname.replace(/\.$/, '') !== hostname) return false;
  // One host serves both standard ports; the parser has dropped 80 already.
  const ownPort = parsed.port === '' || parsed.port === '443' ? null : Number(parsed.port);
  const targetPort = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
  return ownPort === null || ownPort === targetPort;
}
