import { expect, it } from 'vitest';
import { createScramble } from '../src/index.ts';
import { fromBase62 } from '../src/base62.ts';
import { aes } from './aes.ts';

it('10 million codes in a row never repeat (CODE-2)', () => {
  const scramble = createScramble(aes('ten million'));
  const count = 10_000_000;
  const block = 100_000;
  const values = new Float64Array(count);
  for (let done = 0; done < count; done += block) {
    const codes = scramble.codesFor(done, block);
    for (let i = 0; i < block; i++) values[done + i] = fromBase62(codes[i]!);
  }
  values.sort();
  let repeats = 0;
  for (let i = 1; i < count; i++) if (values[i] === values[i - 1]) repeats++;
  expect(values[0]).toBeGreaterThanOrEqual(0);
  expect(repeats).toBe(0);
});
