const BASE_MS = 25;
const CAP_MS = 2_000;

/**
 * Milliseconds to wait before attempt `n` + 1 (n from 0): full jitter, so that those who collided don't meet again
 * (Brooker, "Exponential Backoff And Jitter", 2015). `random` gives [0, 1).
 */
export function backoff(n: number, random: () => number): number {
  return random() * Math.min(CAP_MS, BASE_MS * 2 ** n);
}
