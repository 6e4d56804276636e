import type { Budget } from '../ports.ts';

/**
 * `RateLimit-Policy` and `RateLimit` in the form of draft-ietf-httpapi-ratelimit-headers-10: q quota, w window in
 * seconds, r remaining, t seconds until the quota is whole again.
 */
export function rateHeaders(budget: Budget | undefined): Record<string, string> {
  if (budget === undefined) return {};
  const { policy, limit, windowSeconds, remaining, resetSeconds } = budget;
  return {
    'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${Math.max(0, remaining)};t=${resetSeconds}`,
  };
}
