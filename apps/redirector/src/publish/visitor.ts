import { createHmac, hash } from 'node:crypto';

const DAY_MS = 86_400_000;

/**
 * A pseudonym of a visitor for one UTC day (CLICK-1): 64 bits in decimal of a hash of address and user agent, keyed with a
 * secret of that day, itself derived from the service's secret. Without the secret it cannot be turned back by trying
 * addresses, and no two days can be linked. A visit over midnight is two visitors (C147): that is the price, and stated.
 */
export function createVisitorHash(
  secret: string,
): (address: string, userAgent: string, ts: number) => string {
  let day = -1;
  let dayKey = '';
  return (address, userAgent, ts) => {
    const today = Math.floor(ts / DAY_MS);
    if (today !== day) {
      day = today;
      dayKey = createHmac('sha256', secret).update(`brevia visitor ${today}`).digest('hex');
    }
    // The key stands in front and has a fixed length; of the 256 bits only 64 are given out, so nothing can be extended.
    const digest = hash('sha256', `${dayKey}${address}\n${userAgent}`, 'buffer');
    const visitor = digest.readBigUInt64BE(0);
    // Zero is the visitor who asked not to be tracked.
    return visitor === 0n ? '1' : visitor.toString();
  };
}
