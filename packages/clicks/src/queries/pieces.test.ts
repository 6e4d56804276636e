import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketStarts } from './buckets.ts';
import { cutInPieces, shareOut, type Pieces } from './pieces.ts';

const QUARTER = 900_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 10, 20, 12);

const questions = fc.record({
  from: fc.integer({ min: NOON - 60 * DAY, max: NOON }),
  length: fc.integer({ min: 2 * HOUR, max: 40 * DAY }),
  zone: fc.constantFrom(
    'UTC',
    'America/Lima',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Europe/Paris',
  ),
  granularity: fc.constantFrom('hour', 'day', 'week', 'month'),
  unit: fc.constantFrom(HOUR, DAY),
});
type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never;

function cut({ from, length, zone, granularity, unit }: Question) {
  const to = from + length;
  const starts = bucketStarts(from, to, granularity, zone);
  const whole = { from: Math.ceil(from / QUARTER) * QUARTER, to: Math.floor(to / QUARTER) * QUARTER };
  const pieces = cutInPieces(
    starts,
    { from, to },
    whole,
    unit as Pieces['unit'],
    unit === HOUR && granularity !== 'hour',
  );
  return { starts, from, to, whole, pieces };
}

const lastUpTo = (sorted: readonly number[], at: number): number =>
  sorted.findLast((start) => start <= at) ?? NaN;
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, n) => total + n, 0);

describe('a range in pieces', () => {
  it('covers whole units, each piece in one bucket, each stretch beginning with a unit', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { starts, whole, pieces } = cut(question);
        expect(pieces.list[0]?.start).toBe(pieces.outer.from);
        pieces.list.forEach(({ start, bucket }, index) => {
          const end = pieces.list[index + 1]?.start ?? pieces.outer.to;
          expect(end).toBeGreaterThan(start);
          const isInside = start >= whole.from && start < whole.to;
          expect(bucket).toBe(isInside ? lastUpTo(starts, start) : null);
          if (isInside) expect([end <= whole.to, lastUpTo(starts, end - 1)]).toEqual([true, bucket]);
        });
        for (const stretch of pieces.stretches) expect(stretch % pieces.unit).toBe(0);
      }),
    );
  });

  it('has several pieces only within a single unit that is cut, and says whether there is one', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { pieces } = cut(question);
        const isStretch = new Set(pieces.stretches);
        const parts = pieces.list.filter(({ start }) => !isStretch.has(start));
        for (const { start } of parts) {
          const around = lastUpTo(pieces.stretches, start);
          expect(around).toBe(Math.floor(start / pieces.unit) * pieces.unit);
        }
        if (parts.length > 0) expect(pieces.isCut).toBe(true);
      }),
    );
  });
});

describe('visitors of units, shared out to buckets', () => {
  it('are nobody lost and nobody doubled where each click is a visitor', () => {
    fc.assert(
      fc.property(questions, fc.array(fc.nat(), { maxLength: 300 }), (question, seeds) => {
        const { starts, from, to, whole, pieces } = cut(question);
        const times = seeds.map((seed) => pieces.outer.from + (seed % (pieces.outer.to - pieces.outer.from)));
        const count = (keyOf: (at: number) => number, among = times) => {
          const counts = new Map<number, number>();
          for (const at of among) counts.set(keyOf(at), (counts.get(keyOf(at)) ?? 0) + 1);
          return counts;
        };
        const list = pieces.list.map(({ start }) => start);
        const edge = (at: number, begin: number, end: number) => ({
          at,
          bucket: lastUpTo(starts, Math.max(at, starts[0] ?? 0)),
          clicks: times.filter((time) => time >= begin && time < end).length,
        });
        const shared = shareOut(
          pieces,
          count((at) => lastUpTo(pieces.stretches, at)),
          count((at) => lastUpTo(list, at)),
          [edge(from, from, whole.from), edge(to - 1, whole.to, to)],
        );
        const expected = count(
          (at) => lastUpTo(starts, at),
          times.filter((at) => at >= from && at < to),
        );
        for (const start of starts) expect(shared.get(start) ?? 0).toBe(expected.get(start) ?? 0);
        expect(sum(shared.values())).toBe(sum(expected.values()));
      }),
    );
  });

  it('go by the clicks of each part of a unit, and half a visitor is one', () => {
    const hour = 10 * HOUR;
    const starts = [hour - 30 * 60_000, hour + 30 * 60_000];
    const range = { from: hour, to: hour + HOUR };
    const pieces = cutInPieces(starts, range, range, HOUR, false);
    const share = (visitors: number, first: number, second: number) =>
      shareOut(
        pieces,
        new Map([[hour, visitors]]),
        new Map([
          [hour, first],
          [hour + 30 * 60_000, second],
        ]),
        [],
      );
    expect([...share(100, 30, 90).values()]).toEqual([25, 75]);
    expect([...share(1, 1, 4).values()]).toEqual([1, 1]);
    expect([...share(0, 3, 3).values()]).toEqual([0, 0]);
    expect([...share(5, 0, 0).values()]).toEqual([]);
  });
});
