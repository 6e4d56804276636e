/** Where an answer came from; `stale` is a kept entry that had to do because the link store could not answer. */
export type Tier = 'memory' | 'redis' | 'store' | 'stale' | 'unknown-memory' | 'none';

/** Plain numbers, because the fast lane counts each request: the registry reads them when it is scraped. */
export interface Counters {
  /** Answers of the fast lane by tier and by status. */
  readonly fastTiers: Record<Tier, number>;
  fastTemporary: number;
  fastPermanent: number;
  /** Answers of the slow lane by tier and by status. */
  readonly tiers: Record<Tier, number>;
  readonly statuses: Map<number, number>;
  /** Connections that the fast lane handed over. */
  declined: number;
  sharedLookups: number;
  redisErrors: number;
  storeErrors: number;
  changes: number;
  gaps: number;
  slowedDown: number;
  clientErrors: number;
  failures: number;
  slowReaders: number;
}

const noTiers = (): Record<Tier, number> => ({
  memory: 0,
  redis: 0,
  store: 0,
  stale: 0,
  'unknown-memory': 0,
  none: 0,
});

export function createCounters(): Counters {
  return {
    fastTiers: noTiers(),
    fastTemporary: 0,
    fastPermanent: 0,
    tiers: noTiers(),
    statuses: new Map(),
    declined: 0,
    sharedLookups: 0,
    redisErrors: 0,
    storeErrors: 0,
    changes: 0,
    gaps: 0,
    slowedDown: 0,
    clientErrors: 0,
    failures: 0,
    slowReaders: 0,
  };
}
