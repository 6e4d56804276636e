import type { ClickStats } from '@brevia/api';
import { BreviaError } from '@brevia/core';

const refuse = (): Promise<never> =>
  Promise.reject(new BreviaError('unavailable', 'Click statistics are not available here.'));

/** Stands in where no click store is configured: says so instead of showing zeros. */
const noClickStats: ClickStats = { summary: refuse, series: refuse, breakdown: refuse, overview: refuse };

/** The click store's queries. */
export function openClickStats(_url: string | undefined): {
  stats: ClickStats;
  ping: (this: void) => Promise<unknown>;
  close: (this: void) => Promise<void>;
} {
  return { stats: noClickStats, ping: () => Promise.resolve(), close: () => Promise.resolve() };
}
