import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf, quartersOf, type Span } from './span.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-20T15:20:30.500Z');

/** How often a click at a moment is counted. */
const times = ({ raw, whole }: Span, at: number): number =>
  raw.reduce((sum, { from, to, sign }) => (at >= from && at < to ? sum + sign : sum), 0) +
  (whole && at >= whole.from && at < whole.to ? 1 : 0);

const ranges = fc.record({
  from: fc.integer({ min: NOW - 100 * DAY, max: NOW + HOUR }),
  length: fc.oneof(fc.integer({ min: 1, max: 3 * DAY }), fc.integer({ min: 1, max: 100 * DAY })),
  alignedTo: fc.constantFrom(1, 900_000, HOUR, DAY),
});

describe.each([
  ['days', daysOf, DAY],
  ['quarters of an hour', quartersOf, 900_000],
] as const)('a range as whole %s and raw clicks (STAT-2)', (_name, spanOf, unit) => {
  it('counts each of its clicks once, and none beside it', () => {
    fc.assert(
      fc.property(ranges, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (range, shares) => {
        const from = Math.floor(range.from / range.alignedTo) * range.alignedTo;
        const to = from + range.length;
        const span = spanOf(from, to, NOW);
        const around = shares.map((share) => Math.floor(from - 2 * DAY + share * (to - from + 4 * DAY)));
        for (const at of [from - 1, from, to - 1, to, ...around].filter((moment) => moment < NOW - 250))
          expect(times(span, at)).toBe(at >= from && at < to ? 1 : 0);
        for (const edge of [span.whole?.from ?? 0, span.whole?.to ?? 0]) expect(edge % unit).toBe(0);
      }),
    );
  });
});

describe('a range as whole days and raw clicks', () => {
  it('reads at most half a day of raw clicks at each end, and none of today when it ends now', () => {
    fc.assert(
      fc.property(fc.integer({ min: DAY, max: 100 * DAY }), (length) => {
        const { raw } = daysOf(NOW - length, NOW, NOW);
        const past = raw.map(({ from, to }) => Math.min(to, NOW) - from);
        expect(past.filter((time) => time > 0).length).toBeLessThanOrEqual(1);
        expect(Math.max(0, ...past)).toBeLessThanOrEqual(DAY / 2);
      }),
    );
  });

  it('has whole days only where raw clicks are gone', () => {
    const from = NOW - 800 * DAY;
    expect(daysOf(from, from + 40 * DAY, NOW).raw).toEqual([]);
    expect(quartersOf(from, from + 40 * DAY, NOW).raw).toEqual([]);
    expect(times(daysOf(from, NOW, NOW), from)).toBe(1);
  });
});
