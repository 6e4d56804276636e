import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_SPACE, createScramble, fromBase62, isCode, isLinkCode } from '../src/index.ts';
import { aes } from './aes.ts';

const scramble = createScramble(aes('a test key'));
const anyNumber = fc.maxSafeNat().map((n) => n % CODE_SPACE);

describe('codes (CODE-1, CODE-2)', () => {
  it('are these for this key, for ever: a change here would give out codes a second time', () => {
    expect(scramble.codesFor(0, 4)).toEqual(['eiWpnpR', 'EBYj9iA', 'iGtWF8x', 'xfzAX2l']);
    expect(scramble.codeFor(CODE_SPACE - 1)).toBe('QdH0M7G');
  });

  it('are 7 characters of [0-9A-Za-z] and lead back to their number, over the whole domain', () => {
    fc.assert(
      fc.property(anyNumber, (n) => {
        const code = scramble.codeFor(n);
        expect(code).toMatch(/^[0-9A-Za-z]{7}$/);
        expect(scramble.numberOf(code)).toBe(n);
      }),
      { numRuns: 500, examples: [[0], [CODE_SPACE - 1], [2 ** 21], [2 ** 21 - 1]] },
    );
  });

  it('reach every code: the number of any code leads back to that code', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z]{7}$/), (code) => {
        const n = scramble.numberOf(code);
        expect(n).toBeGreaterThanOrEqual(0);
        expect(n).toBeLessThan(CODE_SPACE);
        expect(scramble.codeFor(n)).toBe(code);
      }),
      { numRuns: 500 },
    );
  });

  it('are the same one by one and in a block, also across the batches inside', () => {
    const block = scramble.codesFor(123_456_789, 10_000);
    expect(block).toHaveLength(10_000);
    for (const i of [0, 1, 4095, 4096, 8191, 8192, 9999]) {
      expect(block[i]).toBe(scramble.codeFor(123_456_789 + i));
    }
  });

  it('of neighbours share no visible pattern: at each place they agree as often as chance has it', () => {
    const codes = scramble.codesFor(0, 20_000);
    for (let place = 0; place < 7; place++) {
      let agreeing = 0;
      const counts = new Map<string, number>();
      codes.forEach((code, i) => {
        if (i > 0 && code[place] === codes[i - 1]![place]) agreeing++;
        counts.set(code[place]!, (counts.get(code[place]!) ?? 0) + 1);
      });
      // 20,000 / 62 = 323 expected, standard deviation 18: six of them on each side.
      expect(agreeing).toBeGreaterThan(215);
      expect(agreeing).toBeLessThan(431);
      expect(counts.size).toBe(62);
      for (const count of counts.values()) expect(Math.abs(count - 323)).toBeLessThan(108);
    }
  });

  it('of neighbours rise and fall as chance has it, by a different step each time', () => {
    const codes = scramble.codesFor(1_000_000, 10_000);
    const rising = codes.filter((code, i) => i > 0 && code > codes[i - 1]!).length;
    const steps = new Set(codes.map((code, i) => fromBase62(code) - fromBase62(codes[i - 1] ?? '')));
    expect(steps.size).toBe(10_000);
    expect(Math.abs(rising - 5000)).toBeLessThan(300);
  });

  it('of two keys have nothing in common', () => {
    const other = createScramble(aes('another key'));
    const mine = new Set(scramble.codesFor(0, 5000));
    expect(other.codesFor(0, 5000).filter((code) => mine.has(code))).toEqual([]);
  });

  it.each([
    [-1, 1],
    [0.5, 1],
    [Number.NaN, 1],
    [CODE_SPACE, 1],
    [CODE_SPACE - 1, 2],
    [0, -1],
    [2 ** 53, 1],
  ])('do not exist for number %d, count %d', (first, count) => {
    expect(() => scramble.codesFor(first, count)).toThrow(RangeError);
  });

  it('none for a count of 0, also at the end of the domain', () => {
    expect(scramble.codesFor(CODE_SPACE, 0)).toEqual([]);
  });

  it('numberOf gives -1 for anything that is not a code', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/^[0-9A-Za-z]{7}$/.test(text));
        expect(scramble.numberOf(text)).toBe(-1);
      }),
    );
  });
});

describe('the form of codes', () => {
  it('isCode knows 7 characters of base 62 and nothing else', () => {
    expect(isCode('aZ3kP0q')).toBe(true);
    for (const text of ['', 'aZ3kP0', 'aZ3kP0qq', 'aZ3-P0q', 'aZ3kP0q\n', 'aZ3kP0é']) {
      expect(isCode(text)).toBe(false);
    }
  });

  it('isLinkCode knows codes and custom aliases', () => {
    for (const text of ['aZ3kP0q', 'abc', 'A-b_c', 'a'.repeat(20)]) expect(isLinkCode(text)).toBe(true);
    for (const text of [
      '',
      'ab',
      '-abc',
      'abc-',
      '_abc',
      'abc_',
      'a'.repeat(21),
      'a.b',
      'abc\n',
      'caf\u00e9',
      'a b',
    ]) {
      expect(isLinkCode(text)).toBe(false);
    }
  });
});
