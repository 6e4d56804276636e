'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useMemo, useSyncExternalStore } from 'react';
import { rangeStart, readChoice, type RangeChoice } from './ranges.ts';
import type { BotsShown } from './time-chart.tsx';

const BOTS: readonly BotsShown[] = ['exclude', 'include', 'only'];
const MINUTE = 60_000;

const everyMinute = (onChange: () => void) => {
  const timer = setInterval(onChange, MINUTE);
  return () => clearInterval(timer);
};
const currentMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

export interface StatsChoice extends RangeChoice {
  readonly bots: BotsShown;
}

/**
 * What the charts show, held by the address, and the input that asks the API for it: from the start of the first bucket
 * in this browser's zone up to now.
 */
export function useStatsChoice() {
  const query = useSearchParams();
  const path = usePathname();
  const minute = useSyncExternalStore(everyMinute, currentMinute, currentMinute);
  const { range, granularity } = readChoice(query.get('range'), query.get('by'));
  const bots = BOTS.find((known) => known === query.get('bots')) ?? 'exclude';

  const change = (part: Partial<StatsChoice>) => {
    const next = { range, granularity, bots, ...part };
    const fitting = readChoice(next.range, next.granularity);
    const address = new URLSearchParams({ range: fitting.range, by: fitting.granularity });
    if (next.bots !== 'exclude') address.set('bots', next.bots);
    window.history.replaceState(null, '', `${path}?${address.toString()}`);
  };
  const from = rangeStart(range, granularity, new Date(minute)).getTime();
  const input = useMemo(
    () => ({
      from: new Date(from),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      bots,
    }),
    [from, bots],
  );
  return { choice: { range, granularity, bots }, change, input };
}
