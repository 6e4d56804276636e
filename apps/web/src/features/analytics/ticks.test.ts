import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelled, valueTicks } from './ticks.ts';

describe('the lines of a chart', () => {
  it('are round', () => {
    expect(valueTicks(0)).toEqual([0, 1]);
    expect(valueTicks(3)).toEqual([0, 1, 2, 3]);
    expect(valueTicks(97)).toEqual([0, 25, 50, 75, 100]);
    expect(valueTicks(1_234)).toEqual([0, 500, 1_000, 1_500]);
  });
  it('are whole, even, few, and reach over every value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (max) => {
        const ticks = valueTicks(max);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
        expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });
  it('carry no more labels than there is room for', () => {
    const shown = Array.from({ length: 90 }, (_, index) => index).filter(labelled(90, 6));
    expect(shown).toEqual([0, 15, 30, 45, 60, 75]);
  });
});
