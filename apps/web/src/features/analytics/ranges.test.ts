import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  bucketsOf,
  granularitiesOf,
  RANGE_NAMES,
  rangeStart,
  readChoice,
  type Granularity,
} from './ranges.ts';

const nextBucket = (start: Date, granularity: Granularity): Date => {
  const [y, m, d] = [start.getFullYear(), start.getMonth(), start.getDate()];
  if (granularity === 'minute') return new Date(start.getTime() + 60_000);
  if (granularity === 'hour') return new Date(start.getTime() + 3_600_000);
  if (granularity === 'day') return new Date(y, m, d + 1);
  return granularity === 'week' ? new Date(y, m, d + 7) : new Date(y, m + 1, 1);
};

const choices = RANGE_NAMES.flatMap((range) =>
  granularitiesOf(range).map((granularity) => ({ range, granularity })),
);

describe.each(['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
  'the ranges of analytics in %s',
  (zone) => {
    const before = process.env['TZ'];
    beforeEach(() => {
      process.env['TZ'] = zone;
    });
    afterEach(() => {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    });

    it('C130: have exactly N buckets, of which the last one holds now', () => {
      const moments = fc.date({
        min: new Date('2020-01-01'),
        max: new Date('2035-01-01'),
        noInvalidDate: true,
      });
      fc.assert(
        fc.property(moments, fc.constantFrom(...choices), (now, { range, granularity }) => {
          let start = rangeStart(range, granularity, now);
          let buckets = 0;
          for (; start.getTime() <= now.getTime(); start = nextBucket(start, granularity)) buckets++;
          expect(buckets).toBe(bucketsOf(range, granularity));
        }),
      );
    });
  },
);

describe('a range in the address', () => {
  it('opens with its usual granularity', () => {
    expect(readChoice('7d', null)).toEqual({ range: '7d', granularity: 'day' });
    expect(readChoice('12m', 'week')).toEqual({ range: '12m', granularity: 'week' });
    expect(readChoice('24h', 'month')).toEqual({ range: '24h', granularity: 'hour' });
    expect(readChoice('constructor', 'toString')).toEqual({ range: '30d', granularity: 'day' });
  });
});
