import type ipaddr from 'ipaddr.js';
import { parseAddress } from './client-address.ts';

export interface TrustedProxies {
  /** Is the address one of them? False for anything that isn't an address. */
  readonly trusted: (address: string) => boolean;
  /** Entries that are neither an address nor a range: the caller refuses to start with them. */
  readonly invalid: readonly string[];
}

interface Range {
  readonly network: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

/**
 * Reads the setting TRUSTED_PROXIES: IPv4 and IPv6 addresses and CIDR ranges, separated by commas or spaces. Empty
 * trusts nobody.
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const invalid: string[] = [];
  const ranges: Range[] = [];
  for (const entry of text.split(/[\s,]+/)) {
    if (entry === '') continue;
    const range = parseRange(entry);
    if (range === null) invalid.push(entry);
    else ranges.push(range);
  }
  if (ranges.length === 0) return { trusted: () => false, invalid };
  return {
    trusted(address) {
      const parsed = parseAddress(address);
      return parsed !== null && ranges.some((range) => isWithin(parsed, range));
    },
    invalid,
  };
}

function parseRange(entry: string): Range | null {
  const [host, prefix, ...rest] = entry.split('/');
  if (host === undefined || rest.length > 0 || /^\[.*\]:|\..*:\d+$/.test(host)) return null;
  const network = parseAddress(host);
  if (network === null) return null;
  const width = network.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return { network, bits: width };
  if (!/^\d{1,3}$/.test(prefix)) return null;
  // A range of IPv4-mapped addresses (::ffff:10.0.0.0/104) counts its bits in IPv6.
  const bits = Number(prefix) - (width === 32 && host.includes(':') ? 96 : 0);
  return bits >= 0 && bits <= width ? { network, bits } : null;
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, { network, bits }: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
