import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_LENGTH, CODE_SPACE, fromBase62, toBase62 } from '../src/base62.ts';

const anyNumber = fc.maxSafeNat().map((n) => n % CODE_SPACE);

describe('base 62 (CODE-1)', () => {
  it('has 62^7 values, which a Number holds exactly', () => {
    expect(CODE_SPACE).toBe(3_521_614_606_208);
    expect(Number.isSafeInteger(CODE_SPACE)).toBe(true);
  });

  it.each([
    [0, '0000000'],
    [1, '0000001'],
    [61, '000000z'],
    [62, '0000010'],
    [62 ** 3, '0001000'],
    [CODE_SPACE - 1, 'zzzzzzz'],
  ])('writes %d as %s and reads it back', (value, text) => {
    expect(toBase62(value)).toBe(text);
    expect(fromBase62(text)).toBe(value);
  });

  it('reads back what it wrote, always 7 digits, for any value', () => {
    fc.assert(
      fc.property(anyNumber, (value) => {
        const text = toBase62(value);
        expect(text).toMatch(/^[0-9A-Za-z]{7}$/);
        expect(text).toHaveLength(CODE_LENGTH);
        expect(fromBase62(text)).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the order of the numbers', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (a, b) => {
        expect(toBase62(a) < toBase62(b)).toBe(a < b);
      }),
    );
  });

  it.each(['', '000000', '00000000', '000000-', 'ééééééé', '000000\u0000', '０００００００'])(
    'reads -1 from %j, which is not 7 digits',
    (text) => {
      expect(fromBase62(text)).toBe(-1);
    },
  );
});
