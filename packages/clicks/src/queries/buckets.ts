import { BreviaError } from '@brevia/core';
import { erasOf } from './time-zone.ts';
import type { Granularity } from './types.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** More buckets than any chart has pixels; a request for more is the caller's mistake. */
export const MAX_BUCKETS = 3_000;

/**
 * Where the buckets of a series begin, in milliseconds, ascending: every bucket of the zone's calendar that overlaps
 * [from, to), the first one from its own beginning. So the last 7 days, asked from local midnight six days ago until now,
 * are exactly 7 (C130).
 *
 * Days, weeks and months begin at local midnight, or where the clocks skip midnight at the first moment of the day: a day has 23, 24
 * or 25 hours. Hours begin at local minute 0: where the clocks go back, the repeated hour is two buckets with different
 * instants (C129), and where they move by half an hour (Lord Howe), the hour around the change is longer or shorter. In each
 * case every instant lies in exactly one bucket.
 * @throws BreviaError invalid_input when there would be more than MAX_BUCKETS.
 */
export function bucketStarts(from: number, to: number, granularity: Granularity, zone: string): number[] {
  if (to <= from) return [];
  const smallest = { minute: MINUTE, hour: HOUR / 2, day: DAY * 0.9, week: 6.5 * DAY, month: 27 * DAY }[
    granularity
  ];
  if ((to - from) / smallest > MAX_BUCKETS * 2) throw tooMany(granularity);
  // Two calendar days more on the left, a whole unit for weeks and months: the first bucket begins before `from`.
  const margin = { minute: HOUR, hour: 2 * HOUR, day: 3 * DAY, week: 10 * DAY, month: 33 * DAY }[granularity];
  const starts: number[] = [];
  const eras = erasOf(zone, from - margin, to);
  for (const [index, era] of eras.entries()) {
    const previous = eras[index - 1];
    for (const start of startsIn(era, granularity)) starts.push(start);
    if (previous && skipsStart(previous.offset, era, granularity)) starts.push(era.start);
  }
  starts.sort((a, b) => a - b);
  const unique = removeRepeatedDays(starts, eras, granularity);
  const firstAfter = unique.findIndex((start) => start > from);
  const first = firstAfter === -1 ? unique.length - 1 : Math.max(0, firstAfter - 1);
  const result = unique.slice(first);
  if (result.length > MAX_BUCKETS) throw tooMany(granularity);
  return result;
}

function tooMany(granularity: Granularity): BreviaError {
  const message = `the range has more than ${MAX_BUCKETS} buckets of a ${granularity}: ask for a shorter range or larger buckets`;
  return new BreviaError('invalid_input', message, {
    fields: [{ field: 'granularity', code: 'too_many_buckets', message }],
  });
}

type Stretch = ReturnType<typeof erasOf>[number];

/** Bucket starts within an era, where the clock simply runs. */
function* startsIn(era: Stretch, granularity: Granularity): Generator<number> {
  let local = floorLocal(era.start + era.offset, granularity);
  if (local < era.start + era.offset) local = nextLocal(local, granularity);
  for (; local - era.offset < era.end; local = nextLocal(local, granularity)) yield local - era.offset;
}

/** Whether the clocks, going forward, jumped over (not onto) the beginning of a bucket of whole days. */
function skipsStart(offsetBefore: number, era: Stretch, granularity: Granularity): boolean {
  if (granularity === 'minute' || granularity === 'hour') return false;
  const before = era.start + offsetBefore;
  const after = era.start + era.offset;
  return (
    after > before &&
    floorLocal(after, granularity) !== floorLocal(before - 1, granularity) &&
    floorLocal(after, granularity) !== after
  );
}

/** Where clocks go back over midnight, a date begins twice: its first beginning counts. */
function removeRepeatedDays(
  starts: readonly number[],
  eras: readonly Stretch[],
  granularity: Granularity,
): number[] {
  let last: string | undefined;
  return starts.filter((start, index) => {
    if (index > 0 && starts[index - 1] === start) return false;
    if (granularity === 'minute' || granularity === 'hour') return true;
    const offset = eras.find((era) => start >= era.start && start < era.end)?.offset ?? 0;
    const date = new Date(start + offset).toISOString().slice(0, 10);
    const isRepeated = date === last;
    last = date;
    return !isRepeated;
  });
}

/** Local times are handled as if they were UTC. */
function floorLocal(local: number, granularity: Granularity): number {
  const day = Math.floor(local / DAY) * DAY;
  switch (granularity) {
    case 'minute':
      return Math.floor(local / MINUTE) * MINUTE;
    case 'hour':
      return Math.floor(local / HOUR) * HOUR;
    case 'day':
      return day;
    case 'week':
      return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY;
    case 'month':
      return day - (new Date(day).getUTCDate() - 1) * DAY;
  }
}

function nextLocal(local: number, granularity: Granularity): number {
  switch (granularity) {
    case 'minute':
      return local + MINUTE;
    case 'hour':
      return local + HOUR;
    case 'day':
      return local + DAY;
    case 'week':
      return local + 7 * DAY;
    case 'month': {
      const date = new Date(local);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    }
  }
}
