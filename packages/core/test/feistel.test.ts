import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPermutation } from '../src/feistel.ts';
import { aes } from './aes.ts';

const permute = (size: number, halfBits: number, key: string) => {
  const permutation = createPermutation({ encrypt: aes(key), size, halfBits, rounds: 10 });
  const values = Float64Array.from({ length: size }, (_, i) => i);
  permutation.forward(values);
  return { permutation, values };
};

describe('the Feistel permutation (CODE-2)', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [62 ** 2, 6],
    [4096, 6],
    [5000, 8],
    [62 ** 3, 9],
  ])('maps [0, %d) onto itself one to one, every single value, with halves of %d bits', (size, halfBits) => {
    const { permutation, values } = permute(size, halfBits, 'exhaustive');
    const seen = new Uint8Array(size);
    for (const value of values) seen[value] = 1;
    expect(seen.every((mark) => mark === 1)).toBe(true);
    permutation.backward(values);
    expect(values.every((value, i) => value === i)).toBe(true);
  });

  it('is another permutation with another key', () => {
    const a = permute(3844, 6, 'one').values;
    const b = permute(3844, 6, 'two').values;
    const same = a.filter((value, i) => value === b[i]).length;
    expect(same).toBeLessThan(10); // 1 is expected of two random permutations
  });

  it('is another permutation with another number of rounds and another width', () => {
    const values = (rounds: number, halfBits: number) => {
      const all = Float64Array.from({ length: 4096 }, (_, i) => i);
      createPermutation({ encrypt: aes('k'), size: 4096, halfBits, rounds }).forward(all);
      return all;
    };
    expect(values(8, 6)).not.toEqual(values(10, 6));
    expect(values(10, 7)).not.toEqual(values(10, 6));
  });

  it('gives each value the same image, alone or in any batch', () => {
    const { permutation, values } = permute(3844, 6, 'batches');
    fc.assert(
      fc.property(fc.array(fc.nat(3843), { maxLength: 50 }), (batch) => {
        const images = Float64Array.from(batch);
        permutation.forward(images);
        expect([...images]).toEqual(batch.map((value) => values[value]));
      }),
    );
  });

  it('equals the textbook: one value at a time, halves swapped in each round, walking until inside', () => {
    const encrypt = aes('textbook');
    const round = (half: number, number: number, halfBits: number) => {
      const block = Buffer.alloc(16);
      block.write('brevia/1');
      block[8] = number;
      block[9] = halfBits;
      block.writeUInt32LE(half, 12);
      return Buffer.from(encrypt(block)).readUInt32LE(0) & (2 ** halfBits - 1);
    };
    const once = (value: number, halfBits: number): number => {
      let [left, right] = [Math.floor(value / 2 ** halfBits), value % 2 ** halfBits];
      for (let number = 0; number < 10; number++) {
        [left, right] = [right, left ^ round(right, number, halfBits)];
      }
      return left * 2 ** halfBits + right;
    };
    const textbook = (value: number, size: number, halfBits: number) => {
      let image = once(value, halfBits);
      while (image >= size) image = once(image, halfBits);
      return image;
    };
    const size = 62 ** 7;
    const permutation = createPermutation({ encrypt, size, halfBits: 21, rounds: 10 });
    fc.assert(
      fc.property(
        fc.array(
          fc.maxSafeNat().map((n) => n % size),
          { maxLength: 20 },
        ),
        (values) => {
          const images = Float64Array.from(values);
          permutation.forward(images);
          expect([...images]).toEqual(values.map((value) => textbook(value, size, 21)));
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each([
    [0, 6],
    [1.5, 6],
    [4097, 6],
    [10, 25],
  ])('refuses a domain of %d values with halves of %d bits', (size, halfBits) => {
    expect(() => createPermutation({ encrypt: aes('k'), size, halfBits, rounds: 10 })).toThrow(RangeError);
  });

  it('refuses a cipher that pads, instead of giving wrong values', () => {
    const padding = (blocks: Uint8Array) => new Uint8Array(blocks.length + 16);
    const permutation = createPermutation({ encrypt: padding, size: 100, halfBits: 4, rounds: 10 });
    expect(() => permutation.forward(Float64Array.of(1))).toThrow('pad');
  });
});
