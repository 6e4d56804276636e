import { createCipheriv, createHash } from 'node:crypto';

/**
 * AES-128 in ECB mode without padding over any number of 16-byte blocks, for core's `createScramble`. The key is the first
 * half of SHA-256 of the setting, so any text of enough entropy will do (CODE-2).
 */
export function createBlockCipher(secret: string): (blocks: Uint8Array) => Uint8Array {
  const key = createHash('sha256').update(secret).digest().subarray(0, 16);
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return (blocks) => {
    if (blocks.length % 16 !== 0) throw new RangeError(`${blocks.length} bytes are no whole AES blocks`);
    // ECB without padding keeps no state between whole blocks: one cipher object serves every call.
    return cipher.update(blocks);
  };
}
