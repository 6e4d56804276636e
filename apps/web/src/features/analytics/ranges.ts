export const GRANULARITIES = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/**
 * Each range in the granularities it can be shown in, with the exact number of buckets (C130): the last one is the
 * running minute, hour, day, week or month, so "7 days by day" is today and the six days before it. The first
 * granularity is the one that a range opens with.
 */
export const RANGES = {
  '1h': { minute: 60 },
  '24h': { hour: 24 },
  '7d': { day: 7, hour: 168 },
  '30d': { day: 30, week: 5 },
  '90d': { day: 90, week: 13, month: 3 },
  '12m': { month: 12, week: 52, day: 365 },
} as const satisfies Record<string, Partial<Record<Granularity, number>>>;

export type RangeName = keyof typeof RANGES;
export const RANGE_NAMES = Object.keys(RANGES) as RangeName[];
const DEFAULT_RANGE: RangeName = '30d';

/** Granularities in which a range can be shown, the usual one first. */
export function granularitiesOf(range: RangeName): readonly Granularity[] {
  const offered = RANGES[range];
  return GRANULARITIES.filter((granularity) => granularity in offered).sort(
    (a, b) => Object.keys(offered).indexOf(a) - Object.keys(offered).indexOf(b),
  );
}

export function bucketsOf(range: RangeName, granularity: Granularity): number {
  const offered: Partial<Record<Granularity, number>> = RANGES[range];
  return offered[granularity] ?? Object.values(offered)[0] ?? 1;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;

/**
 * Start of the first bucket, so that exactly `bucketsOf` buckets reach up to `now`. Days, weeks (from Monday) and months
 * are those of this browser's zone, whatever their length around a change of the clocks.
 */
export function rangeStart(range: RangeName, granularity: Granularity, now: Date): Date {
  const before = bucketsOf(range, granularity) - 1;
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  switch (granularity) {
    case 'minute':
      return new Date(Math.floor(now.getTime() / MINUTE) * MINUTE - before * MINUTE);
    case 'hour': {
      // By the local clock, for zones that are half an hour off.
      const intoHour = now.getMinutes() * MINUTE + (now.getTime() % MINUTE);
      return new Date(now.getTime() - intoHour - before * HOUR);
    }
    case 'day':
      return new Date(year, month, day - before);
    case 'week': {
      const sinceMonday = (now.getDay() + 6) % 7;
      return new Date(year, month, day - sinceMonday - before * 7);
    }
    case 'month':
      return new Date(year, month - before, 1);
  }
}

export interface RangeChoice {
  readonly range: RangeName;
  readonly granularity: Granularity;
}

/** Reads a choice out of an address; what does not fit together falls back to the usual. */
export function readChoice(range: string | null, granularity: string | null): RangeChoice {
  const name = RANGE_NAMES.find((known) => known === range) ?? DEFAULT_RANGE;
  const offered = granularitiesOf(name);
  return { range: name, granularity: offered.find((known) => known === granularity) ?? offered[0] ?? 'day' };
}
