import { isIPv6 } from 'node:net';

/** What counts as one anonymous client: an IPv4 address, or the /64 that one IPv6 subscriber gets (RFC 6177). */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const bare = address.split('%')[0] ?? address;
  if (!isIPv6(bare)) return address;
  return `${groupsOf(bare).slice(0, 4).join(':')}::/64`;
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 tail takes two groups, but can't reach into the first four unless the gap is empty: widen it first.
  const widen = (groups: string[]) => groups.flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
  const [a, b] = [widen(left), widen(right)];
  const gap = Array.from({ length: Math.max(0, 8 - a.length - b.length) }, () => '0');
  return [...a, ...gap, ...b].map((group) => group.replace(/^0+(?=.)/, ''));
}
