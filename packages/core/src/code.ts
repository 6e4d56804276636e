import { CODE_LENGTH, CODE_SPACE, fromBase62, toBase62 } from './base62.ts';
import { createPermutation, type BlockCipher } from './feistel.ts';

const HALF_BITS = 21;
// 4 rounds make a strong pseudo-random permutation in theory (Luby and Rackoff); with halves as short as 21 bits generic
// attacks on few rounds are practical (Patarin), so NIST SP 800-38G takes 10 for its small domains, and so do we.
const ROUNDS = 10;
// Blocks of this many numbers stay in the L2 cache while they go through the rounds.
const BATCH = 4096;

const CODE = /^[0-9A-Za-z]{7}$/;
const LINK_CODE = /^[0-9A-Za-z][0-9A-Za-z_-]{1,18}[0-9A-Za-z]$/;

export interface Scramble {
  /** The codes of `count` numbers from `first` on. RangeError when one of them is not in [0, CODE_SPACE). */
  codesFor(first: number, count: number): string[];
  codeFor(n: number): string;
  /** The number that a code was made from, or -1 for what is not a code. */
  numberOf(code: string): number;
}

/** Turns block numbers into codes that can't be guessed from each other: a keyed bijection of [0, 62^7) (CODE-2). */
export function createScramble(encrypt: BlockCipher): Scramble {
  const permutation = createPermutation({
    encrypt,
    size: CODE_SPACE,
    halfBits: HALF_BITS,
    rounds: ROUNDS,
  });

  function codesFor(first: number, count: number): string[] {
    const isRange = Number.isSafeInteger(first) && Number.isSafeInteger(count) && first >= 0 && count >= 0;
    if (!isRange || first + count > CODE_SPACE) {
      throw new RangeError(`there are no codes for ${count} numbers from ${first}`);
    }
    const codes: string[] = [];
    for (let done = 0; done < count; done += BATCH) {
      const values = new Float64Array(Math.min(BATCH, count - done));
      for (let i = 0; i < values.length; i++) values[i] = first + done + i;
      permutation.forward(values);
      for (const value of values) codes.push(toBase62(value));
    }
    return codes;
  }

  return {
    codesFor,
    codeFor: (n) => codesFor(n, 1)[0]!,
    numberOf(code) {
      const value = fromBase62(code);
      if (value < 0) return -1;
      const values = Float64Array.of(value);
      permutation.backward(values);
      return values[0]!;
    },
  };
}

/** Has the text the form of a generated code? */
export function isCode(text: string): boolean {
  return text.length === CODE_LENGTH && CODE.test(text);
}

/** Has the text the form of anything that can name a link: a generated code or a custom alias (both are ASCII)? */
export function isLinkCode(text: string): boolean {
  return LINK_CODE.test(text);
}
