import { LRUCache } from 'lru-cache';

export interface ScanLimiter {
  /** Seconds that this client must wait before another unknown code is looked up for it; 0 when it may go on. */
  waitFor(address: string): number;
  /** The client asked for a code that does not exist. */
  miss(address: string): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Slows down who guesses codes (C222): each client may ask for `burst` unknown codes at once and `perMinute` in the long
 * run. Only look-ups that would reach the link store are refused, so links in any cache open for everybody.
 * An IPv6 client is its /64: that is what one subscriber gets. Bounded: the clients seen longest ago are forgotten.
 */
export function createScanLimiter(options: {
  burst: number;
  perMinute: number;
  maxClients: number;
  now: () => number;
}): ScanLimiter {
  const buckets = new LRUCache<string, Bucket>({ max: options.maxClients });
  const perMs = options.perMinute / 60_000;

  const refilled = (bucket: Bucket): Bucket => {
    const at = options.now();
    bucket.tokens = Math.min(options.burst, bucket.tokens + (at - bucket.at) * perMs);
    bucket.at = at;
    return bucket;
  };

  return {
    waitFor(address) {
      const bucket = buckets.get(networkOf(address));
      if (bucket === undefined) return 0;
      const { tokens } = refilled(bucket);
      return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perMs / 1_000));
    },
    miss(address) {
      const network = networkOf(address);
      const bucket = buckets.get(network);
      if (bucket === undefined) buckets.set(network, { tokens: options.burst - 1, at: options.now() });
      else refilled(bucket).tokens = Math.max(0, bucket.tokens - 1);
    },
  };
}

/** The address itself for IPv4, the first four groups for IPv6 (in canonical, compressed form). */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return groups.slice(0, 4).join(':');
}
