import { CODE_SPACE, createScramble, isCode, REGIONS } from '@brevia/core';
import { describe, expect, it } from 'vitest';
import { createBlockCipher } from './aes.ts';
import type { IdBlock } from './claim.ts';
import { isHomeOf, REGION_CHARACTERS } from './region-characters.ts';
import { createCodeSource } from './source.ts';

const key = 'a key of at least thirty-two characters';
const scramble = createScramble(createBlockCipher(key));

/** Claims that the test answers itself. */
function claims(size = 10) {
  let next = 0;
  const waiting: { resolve: (block: IdBlock) => void; reject: (error: Error) => void }[] = [];
  return {
    get waiting() {
      return waiting.length;
    },
    claim: () =>
      new Promise<IdBlock>((resolve, reject) => {
        waiting.push({ resolve, reject });
      }),
    async answer() {
      waiting.shift()!.resolve({ first: next, count: size });
      next += size;
      await new Promise(setImmediate);
    },
    async refuse() {
      waiting.shift()!.reject(new Error('store down'));
      await new Promise(setImmediate);
    },
  };
}

describe('codes out of claimed blocks (CODE-2)', () => {
  it('count through the block, then the next one, each number once and scrambled', async () => {
    const blocks = claims();
    const source = createCodeSource({ claim: blocks.claim, key, region: 'local' });
    const warm = source.warm();
    await blocks.answer();
    await warm;
    const codes: string[] = [];
    for (let n = 0; n < 30; n++) {
      codes.push(source.next() as string);
      if (blocks.waiting > 0) await blocks.answer();
    }
    expect(codes).toEqual(scramble.codesFor(0, 30));
    expect(codes.every(isCode)).toBe(true);
  });

  it('the next block is asked for at half, once, and no code waits for it', async () => {
    const blocks = claims();
    const source = createCodeSource({ claim: blocks.claim, key, region: 'local' });
    void source.warm();
    await blocks.answer();
    for (let n = 1; n <= 10; n++) {
      expect(typeof source.next()).toBe('string');
      expect([n, blocks.waiting]).toEqual([n, n >= 5 ? 1 : 0]);
    }
  });

  it('the very first codes wait for one claim together', async () => {
    const blocks = claims();
    const source = createCodeSource({ claim: blocks.claim, key, region: 'local' });
    const waiting = Promise.all(Array.from({ length: 4 }, async () => source.next()));
    expect(blocks.waiting).toBe(1);
    await blocks.answer();
    expect(new Set(await waiting).size).toBe(4);
  });

  it('more waiting than a block holds: everybody gets a code of his own', async () => {
    const blocks = claims(3);
    const source = createCodeSource({ claim: blocks.claim, key, region: 'local' });
    const waiting = Promise.all(Array.from({ length: 10 }, async () => source.next()));
    let done = false;
    void waiting.then(() => (done = true));
    while (!done) {
      if (blocks.waiting > 0) await blocks.answer();
      else await new Promise(setImmediate);
    }
    expect(new Set(await waiting).size).toBe(10);
  });

  it('a claim that fails in the background costs nothing while the block lasts, and is tried again', async () => {
    const blocks = claims();
    const errors: unknown[] = [];
    const source = createCodeSource({
      claim: blocks.claim,
      key,
      region: 'local',
      onClaimError: (e) => errors.push(e),
    });
    void source.warm();
    await blocks.answer();
    for (let n = 0; n < 5; n++) void source.next();
    await blocks.refuse();
    expect(errors).toHaveLength(1);
    expect(typeof source.next()).toBe('string');
    expect(blocks.waiting).toBe(1);
    await blocks.answer();
    for (let n = 0; n < 14; n++) expect(typeof source.next()).toBe('string');
  });

  it('when the block is used up and the store is down, the code is refused, and comes when the store is back', async () => {
    const blocks = claims(2);
    const source = createCodeSource({ claim: blocks.claim, key, region: 'local' });
    const refused = expect(source.next()).rejects.toThrow('store down');
    await blocks.refuse();
    await refused;
    const again = source.next();
    await blocks.answer();
    expect(await again).toBe(scramble.codeFor(0));
  });

  it('another key gives other codes', () => {
    const other = createScramble(createBlockCipher(`${key}!`));
    expect(other.codesFor(0, 100).filter((code, n) => code === scramble.codeFor(n))).toEqual([]);
  });
});

describe('regions', () => {
  it('share all first characters among them, each with one home', () => {
    const all = Object.values(REGION_CHARACTERS).join('');
    expect([...all].sort().join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
    expect(new Set(all).size).toBe(62);
  });

  it('take only codes that live there; one box takes all', async () => {
    for (const region of REGIONS.filter((one) => one !== 'local')) {
      const source = createCodeSource({
        claim: () => Promise.resolve({ first: 0, count: 1_000 }),
        key,
        region,
      });
      await source.warm();
      for (let n = 0; n < 100; n++) expect(isHomeOf(region, source.next() as string)).toBe(true);
    }
    expect(scramble.codesFor(0, 100).every((code) => isHomeOf('local', code))).toBe(true);
  });
});

describe('the block cipher', () => {
  it('encrypts many blocks in one call as it does one by one, and refuses parts of a block', () => {
    const encrypt = createBlockCipher(key);
    const blocks = Uint8Array.from({ length: 64 }, (_, n) => n);
    const together = Buffer.from(encrypt(blocks));
    const apart = Buffer.concat(
      [0, 16, 32, 48].map((at) => Buffer.from(encrypt(blocks.subarray(at, at + 16)))),
    );
    expect(together.equals(apart)).toBe(true);
    expect(() => encrypt(new Uint8Array(15))).toThrow(RangeError);
  });

  it('makes 30,000 codes in well under a second', () => {
    const started = performance.now();
    scramble.codesFor(CODE_SPACE - 30_000, 30_000);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
