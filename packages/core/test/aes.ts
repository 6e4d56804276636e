import { createCipheriv, createHash } from 'node:crypto';
import type { BlockCipher } from '../src/index.ts';

/** The block cipher that production uses (AES-128, ECB, no padding), keyed by a text so that tests are repeatable. */
export function aes(key: string): BlockCipher {
  const digest = createHash('sha256').update(key).digest();
  const cipher = createCipheriv('aes-128-ecb', digest.subarray(0, 16), null);
  cipher.setAutoPadding(false);
  return (blocks) => cipher.update(blocks);
}
