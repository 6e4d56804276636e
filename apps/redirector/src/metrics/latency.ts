import type { Tier } from './counters.ts';

export type Lane = 'fast' | 'slow';

/** Upper bounds in seconds, of which the last is infinity. */
export const LATENCY_BUCKETS = [
  0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5,
] as const;

export interface LatencyRow {
  readonly lane: Lane;
  readonly tier: Tier;
  readonly counts: readonly number[];
  readonly sum: number;
}

export interface Latencies {
  /** @param ms time from the request's arrival to the answer's hand-over to the kernel */
  observe(lane: Lane, tier: Tier, ms: number): void;
  rows(): LatencyRow[];
}

interface Row {
  readonly lane: Lane;
  readonly tier: Tier;
  readonly counts: number[];
  sum: number;
}

/** A histogram by tier and lane that costs an array increment: labels are resolved when the metrics are read. */
export function createLatencies(): Latencies {
  const lanes: Record<Lane, Partial<Record<Tier, Row>>> = { fast: {}, slow: {} };
  const create = (lane: Lane, tier: Tier): Row => {
    const counts = new Array<number>(LATENCY_BUCKETS.length + 1).fill(0);
    return { lane, tier, counts, sum: 0 };
  };
  return {
    observe(lane, tier, ms) {
      const row = (lanes[lane][tier] ??= create(lane, tier));
      const seconds = ms / 1_000;
      let bucket = 0;
      while (bucket < LATENCY_BUCKETS.length && seconds > LATENCY_BUCKETS[bucket]!) bucket += 1;
      row.counts[bucket] = row.counts[bucket]! + 1;
      row.sum += seconds;
    },
    rows: () => Object.values(lanes).flatMap((tiers) => Object.values(tiers)),
  };
}
