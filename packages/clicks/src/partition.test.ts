import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partitionOf } from './partition.ts';

describe('the partition of a link (CLICK-2)', () => {
  it('is always the same, and one of those that exist', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer({ min: 1, max: 512 }), (domain, code, count) => {
        const partition = partitionOf(domain, code, count);
        expect(partition).toBe(partitionOf(domain, code, count));
        expect(partition).toBeGreaterThanOrEqual(0);
        expect(partition).toBeLessThan(count);
      }),
    );
  });

  it('does not change between releases: a link would leave its partition', () => {
    expect(['abc1234', 'sale', 'Zz9'].map((code) => partitionOf('default', code, 64))).toEqual([26, 13, 28]);
  });

  it('spreads neighbouring codes evenly', () => {
    const counts = new Array<number>(4).fill(0);
    for (let i = 0; i < 40_000; i++) {
      const partition = partitionOf('default', i.toString(36).padStart(7, '0'), 4);
      counts[partition] = (counts[partition] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});
