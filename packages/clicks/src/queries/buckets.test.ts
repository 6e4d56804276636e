import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketStarts, MAX_BUCKETS } from './buckets.ts';
import { offsetAt } from './time-zone.ts';
import type { Granularity } from './types.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const starts = (from: string, to: string, granularity: Granularity, zone: string) =>
  bucketStarts(Date.parse(from), Date.parse(to), granularity, zone).map((start) =>
    new Date(start).toISOString().slice(0, 16),
  );

describe('the buckets of a series', () => {
  it('are exactly N for the last N days, asked from local midnight until now (C130)', () => {
    for (const days of [7, 30, 90]) {
      const to = Date.parse('2026-06-30T10:17:00Z');
      const from = Date.parse('2026-06-29T15:00:00Z') - (days - 1) * DAY; // midnight in Tokyo
      expect(bucketStarts(from, to, 'day', 'Asia/Tokyo')).toHaveLength(days);
    }
  });

  it('cut days at local midnight, not at that of UTC (C123)', () => {
    expect(starts('2026-06-01T05:00:00Z', '2026-06-03T03:00:00Z', 'day', 'America/Lima')).toEqual([
      '2026-06-01T05:00',
      '2026-06-02T05:00',
    ]);
  });

  it('give the day on which clocks go back 25 hours, and both of its repeated hours (C129)', () => {
    const zone = 'America/New_York';
    const days = bucketStarts(
      Date.parse('2024-11-03T04:00:00Z'),
      Date.parse('2024-11-05T04:00:00Z'),
      'day',
      zone,
    );
    expect((days[1] ?? 0) - (days[0] ?? 0)).toBe(25 * HOUR);
    expect(starts('2024-11-03T05:00:00Z', '2024-11-03T07:00:00Z', 'hour', zone)).toEqual([
      '2024-11-03T05:00',
      '2024-11-03T06:00',
    ]);
  });

  it('begin a day at its first moment where the clocks skip midnight', () => {
    expect(starts('2024-04-24T22:00:00Z', '2024-04-27T00:00:00Z', 'day', 'Africa/Cairo')).toEqual([
      '2024-04-24T22:00',
      '2024-04-25T22:00',
      '2024-04-26T21:00',
    ]);
  });

  it('begin a day once where the clocks go back over midnight', () => {
    expect(starts('2024-11-02T04:00:00Z', '2024-11-05T00:00:00Z', 'day', 'America/Havana')).toEqual([
      '2024-11-02T04:00',
      '2024-11-03T04:00',
      '2024-11-04T05:00',
    ]);
  });

  it('leave out a day that a place skipped', () => {
    expect(starts('2011-12-29T10:00:00Z', '2012-01-01T09:00:00Z', 'day', 'Pacific/Apia')).toEqual([
      '2011-12-29T10:00',
      '2011-12-30T10:00',
      '2011-12-31T10:00',
    ]);
  });

  it('follow zones of quarter and half hours', () => {
    expect(starts('2026-01-31T20:00:00Z', '2026-03-01T00:00:00Z', 'month', 'Asia/Kathmandu')).toEqual([
      '2026-01-31T18:15',
      '2026-02-28T18:15',
    ]);
    expect(starts('2024-10-05T13:30:00Z', '2024-10-05T17:00:00Z', 'hour', 'Australia/Lord_Howe')).toEqual([
      '2024-10-05T13:30',
      '2024-10-05T14:30',
      '2024-10-05T16:00',
    ]);
  });

  it('begin weeks on Monday', () => {
    expect(starts('2026-01-15T12:00:00Z', '2026-01-20T00:00:00Z', 'week', 'UTC')).toEqual([
      '2026-01-12T00:00',
      '2026-01-19T00:00',
    ]);
  });

  it('are refused when there are too many of them', () => {
    expect(() => bucketStarts(0, MAX_BUCKETS * 60_000 + 60_000, 'minute', 'UTC')).toThrow(/more than/);
    expect(() => bucketStarts(0, 1e14, 'minute', 'UTC')).toThrow(/more than/);
  });

  const zones = [
    'UTC',
    'America/New_York',
    'Europe/Paris',
    'Africa/Cairo',
    'Africa/Casablanca',
    'America/Havana',
  ];
  const oddZones = [
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'America/Santiago',
    'Asia/Tehran',
    'Pacific/Chatham',
  ];
  it('cover the range without a gap: each begins at a local boundary, after the one before it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones, ...oddZones),
        fc.constantFrom<Granularity>('minute', 'hour', 'day', 'week', 'month'),
        fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2027, 0) }),
        fc.integer({ min: 1, max: 100 }),
        (zone, granularity, from, units) => {
          const unit = { minute: 60_000, hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY }[granularity];
          const to = from + units * unit;
          const found = bucketStarts(from, to, granularity, zone);
          const longest = {
            minute: 60_000,
            hour: 1.5 * HOUR,
            day: 25 * HOUR,
            week: 7 * DAY + HOUR,
            month: 31 * DAY + HOUR,
          }[granularity];
          expect(found[0]).toBeLessThanOrEqual(from);
          expect(found.at(-1)).toBeLessThan(to);
          found.forEach((start, index) => {
            const end = found[index + 1] ?? to;
            expect(end).toBeGreaterThan(start);
            expect(end - start).toBeLessThanOrEqual(longest);
            const local = start + offsetAt(zone, start);
            const before = start - 1_000 + offsetAt(zone, start - 1_000);
            const step = granularity === 'minute' ? 60_000 : granularity === 'hour' ? HOUR : DAY;
            // At a boundary of local time, or at a jump of the clocks over it, or back into an hour that is repeated.
            const isBack = local < before;
            expect(isBack || Math.floor(local / step) !== Math.floor(before / step)).toBe(true);
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});
