/**
 * Encrypts any number of 16-byte blocks, each by itself (AES in ECB mode without padding), and returns as many bytes.
 * It is used as a pseudo-random function of single, distinct blocks, for which ECB is the right mode.
 */
export type BlockCipher = (blocks: Uint8Array) => Uint8Array;

export interface Permutation {
  /** Permutes every value in place; all must be integers in [0, size). */
  forward(values: Float64Array): void;
  /** Undoes `forward`. */
  backward(values: Float64Array): void;
}

export interface PermutationOptions {
  readonly encrypt: BlockCipher;
  /** The permuted domain is [0, size). */
  readonly size: number;
  /** Bits of each half: 4^halfBits is at least `size`, and the nearer the fewer walks are needed. At most 24. */
  readonly halfBits: number;
  readonly rounds: number;
}

const BLOCK = 16;
// Part of every block that is encrypted, so that the same key used for anything else gives unrelated values.
const DOMAIN_TAG = [0x62, 0x72, 0x65, 0x76, 0x69, 0x61, 0x2f, 0x31];
const ROUND_AT = 8;
const WIDTH_AT = 9;
const HALF_AT = 12;

/**
 * A keyed bijection of [0, size): a balanced Feistel network over 2 x halfBits bits, and cycle walking for what falls
 * outside (Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002): a value that lands at or past `size` goes
 * through the network again until it lands inside, which keeps the map one-to-one on exactly [0, size).
 *
 * All values go through a round together, in one call of `encrypt`: a call costs more than a block does.
 * Worked example with halfBits 2: 13 = 11|01; a round turns (left, right) into (right, left XOR F(round, right)).
 */
export function createPermutation({ encrypt, size, halfBits, rounds }: PermutationOptions): Permutation {
  const span = 2 ** halfBits;
  if (!Number.isSafeInteger(size) || size < 1 || size > span * span || halfBits > 24) {
    throw new RangeError(`no permutation of ${size} values with halves of ${halfBits} bits`);
  }
  const mask = span - 1;
  let blocks = new Uint8Array(0);

  function blocksFor(count: number): Uint8Array {
    if (blocks.length < count * BLOCK) {
      blocks = new Uint8Array(count * BLOCK);
      for (let at = 0; at < blocks.length; at += BLOCK) {
        blocks.set(DOMAIN_TAG, at);
        blocks[at + WIDTH_AT] = halfBits;
      }
    }
    return blocks.subarray(0, count * BLOCK);
  }

  /** One round over all: target[i] ^= F(round, source[i]). */
  function mix(source: Uint32Array, target: Uint32Array, count: number, round: number): void {
    const input = blocksFor(count);
    for (let i = 0, at = 0; i < count; i++, at += BLOCK) {
      const half = source[i]!;
      input[at + ROUND_AT] = round;
      input[at + HALF_AT] = half;
      input[at + HALF_AT + 1] = half >>> 8;
      input[at + HALF_AT + 2] = half >>> 16;
    }
    const output = encrypt(input);
    if (output.length !== input.length) throw new RangeError('encrypt must neither pad nor shorten');
    for (let i = 0, at = 0; i < count; i++, at += BLOCK) {
      const word = output[at]! | (output[at + 1]! << 8) | (output[at + 2]! << 16);
      target[i]! ^= word & mask;
    }
  }

  function walk(values: Float64Array, direction: 1 | -1): void {
    const left = new Uint32Array(values.length);
    const right = new Uint32Array(values.length);
    const pending = Uint32Array.from(values, (_, i) => i);
    for (let count = values.length; count > 0;) {
      for (let i = 0; i < count; i++) {
        const value = values[pending[i]!]!;
        const high = Math.floor(value / span);
        left[i] = high;
        right[i] = value - high * span;
      }
      // Even rounds change the left half by the right one, odd rounds the reverse: the swap costs no copying.
      for (let step = 0; step < rounds; step++) {
        const round = direction === 1 ? step : rounds - 1 - step;
        if (round % 2 === 0) mix(right, left, count, round);
        else mix(left, right, count, round);
      }
      let outside = 0;
      for (let i = 0; i < count; i++) {
        const value = left[i]! * span + right[i]!;
        const index = pending[i]!;
        values[index] = value;
        if (value >= size) pending[outside++] = index;
      }
      count = outside;
    }
  }

  return {
    forward: (values) => walk(values, 1),
    backward: (values) => walk(values, -1),
  };
}
