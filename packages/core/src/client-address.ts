import ipaddr from 'ipaddr.js';

export interface AddressSources {
  /** The socket's remote address. */
  readonly peer: string | undefined;
  /** The X-Forwarded-For header, several joined by commas. */
  readonly forwardedFor?: string | undefined;
  /** The Forwarded header (RFC 7239), several joined by commas. Looked at only where there is no X-Forwarded-For. */
  readonly forwarded?: string | undefined;
}

const IPV4_AND_PORT = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/;
const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const MAX_NODE = 80;

/**
 * The address of the visitor, canonical, or '' where not even the peer has one.
 *
 * Walks the chain from the right, peer first, and gives the first address that isn't a trusted proxy (C131, C185): what
 * stands left of it was written by strangers. Without a trusted peer the headers are not looked at at all (C133). Where all
 * are trusted it is the left-most; where the chain holds something else than an address, the last one before it.
 * No other header is read (C132): a proxy that knows better must write X-Forwarded-For or Forwarded, and strip the other.
 */
export function clientAddress(sources: AddressSources, trusted: (address: string) => boolean): string {
  let client = canonicalAddress(sources.peer ?? '');
  if (client === '' || !trusted(client)) return client;
  const chain =
    sources.forwardedFor === undefined || sources.forwardedFor === ''
      ? forwardedNodes(sources.forwarded ?? '')
      : sources.forwardedFor.split(',');
  for (let i = chain.length - 1; i >= 0; i--) {
    const address = canonicalAddress(chain[i]!);
    if (address === '') return client;
    client = address;
    if (!trusted(address)) return client;
  }
  return client;
}

/**
 * An IPv4 or IPv6 address in canonical form, '' for anything else. Port, brackets and zone are dropped (C135), IPv4 in
 * IPv6 (::ffff:a.b.c.d) becomes IPv4. Octal, hexadecimal and shortened IPv4 forms are refused: programs disagree on them.
 */
export function canonicalAddress(raw: string): string {
  const address = parseAddress(raw);
  return address === null ? '' : address.toString();
}

export function parseAddress(raw: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (raw.length > MAX_NODE) return null;
  const text = raw.trim();
  const plain = (IPV4_AND_PORT.exec(text) ?? BRACKETED.exec(text))?.[1] ?? text;
  if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return ipaddr.IPv4.parse(plain);
  const unzoned = plain.replace(/%.*$/s, '');
  if (!unzoned.includes(':') || !ipaddr.IPv6.isValid(unzoned)) return null;
  const address = ipaddr.IPv6.parse(unzoned);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** The `for` values of a Forwarded header, in its order; '' for an element without one. */
function forwardedNodes(header: string): string[] {
  if (header === '') return [];
  return splitOutsideQuotes(header, ',').map((element) => {
    for (const pair of splitOutsideQuotes(element, ';')) {
      const equals = pair.indexOf('=');
      if (pair.slice(0, equals).trim().toLowerCase() !== 'for') continue;
      const value = pair.slice(equals + 1).trim();
      return value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
    }
    return '';
  });
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '\\' && isQuoted) i++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
