import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleVisitors, type ReadVisitors } from './sample-visitors.ts';
import type { Stretch } from './span.ts';

const HOUR = 3_600_000;

/** Bucket i is the hour i; its visitors are the hashes in `hours[i]`. A stand-in for ClickHouse that counts exactly. */
function rangeOf(hours: readonly (readonly bigint[])[]) {
  const reads: { stretches: readonly Stretch[]; oneIn: number }[] = [];
  const read: ReadVisitors = (stretches, oneIn) => {
    reads.push({ stretches, oneIn });
    const rows = hours.flatMap((visitors, hour) => {
      const at = hour * HOUR;
      if (!stretches.some(({ from, to }) => at >= from && at < to)) return [];
      const seen = new Set(visitors.filter((visitor) => visitor !== 0n && visitor % BigInt(oneIn) === 0n));
      return [[at, seen.size * oneIn] as const];
    });
    return Promise.resolve(new Map(rows));
  };
  const buckets = hours.map((visitors, hour) => ({
    bucket: hour * HOUR,
    from: hour * HOUR,
    to: (hour + 1) * HOUR,
    clicks: visitors.length,
  }));
  return { read, reads, buckets };
}

/** As the redirector's hashes are: even. */
const visitor = (name: string): bigint => createHash('sha256').update(name).digest().readBigUInt64LE();
const crowd = (name: string, size: number): bigint[] =>
  Array.from({ length: size }, (_, i) => visitor(`${name}${i}`));

describe('visitors of a busy range', () => {
  it('are exact where the sample holds few, and within six standard deviations elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 4_000 })), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.nat(),
        async (sizes, seed) => {
          const { read, buckets } = rangeOf(sizes.map((size, hour) => crowd(`${seed}-${hour}-`, size)));
          const found = await sampleVisitors(read, buckets);
          sizes.forEach((size, hour) => {
            const estimate = found.get(hour * HOUR) ?? 0;
            expect(Math.abs(estimate - size)).toBeLessThanOrEqual(size < 200 ? 0 : 6 * Math.sqrt(3 * size));
          });
        },
      ),
      { numRuns: 30 },
    );
  });

  it('are none only where every click is without a hash', async () => {
    const { read, buckets } = rangeOf([crowd('a', 3_000), [visitor('one')], [0n, 0n], crowd('b', 3_000)]);
    const found = await sampleVisitors(read, buckets);
    expect(found.get(HOUR)).toBe(1);
    expect(found.get(2 * HOUR)).toBe(0);
  });

  it('are read once more only where the sample was too thin, neighbours together', async () => {
    const loud = crowd('loud', 2_000);
    const { read, reads, buckets } = rangeOf([[1n], [2n], loud, [], [3n], loud]);
    await sampleVisitors(read, buckets);
    expect(reads).toEqual([
      { stretches: [{ from: 0, to: 6 * HOUR }], oneIn: 4 },
      {
        stretches: [
          { from: 0, to: 2 * HOUR },
          { from: 4 * HOUR, to: 5 * HOUR },
        ],
        oneIn: 1,
      },
    ]);
  });

  it('are read as one stretch where there would be too many', async () => {
    const loud = crowd('loud', 1_000);
    const { read, reads, buckets } = rangeOf(Array.from({ length: 200 }, (_, i) => (i % 2 ? loud : [1n])));
    await sampleVisitors(read, buckets);
    expect(reads[1]?.stretches).toEqual([{ from: 0, to: 199 * HOUR }]);
  });
});
