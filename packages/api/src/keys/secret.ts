import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'brv_';
/** 32 bytes in base 62 take at most 43 digits; shorter numbers are padded, so that every key looks alike. */
const DIGITS = 43;
const START_LENGTH = PREFIX.length + 6;

/** A new API key: `brv_` and 256 random bits in base 62. Only its hash is ever stored (API-1). */
export function makeSecret(bytes: Uint8Array = randomBytes(32)): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  while (rest > 0n) {
    digits = (ALPHABET[Number(rest % 62n)] ?? '') + digits;
    rest /= 62n;
  }
  return PREFIX + digits.padStart(DIGITS, '0');
}

/** SHA-256, hexadecimal. No salt or stretching: the secret is random, so there is nothing to guess. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** What lists show to tell keys apart. */
export function startOf(secret: string): string {
  return secret.slice(0, START_LENGTH);
}

export function looksLikeSecret(value: string): boolean {
  return value.length === PREFIX.length + DIGITS && /^brv_[0-9A-Za-z]+$/.test(value);
}
