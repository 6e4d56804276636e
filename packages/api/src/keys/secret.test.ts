import { expect, test } from 'vitest';
import { looksLikeSecret, makeSecret, startOf } from './secret.ts';

test('a secret has 256 random bits, one length and one alphabet', () => {
  const secrets = Array.from({ length: 500 }, () => makeSecret());
  expect(new Set(secrets).size).toBe(500);
  for (const secret of secrets) expect(secret).toMatch(/^brv_[0-9A-Za-z]{43}$/);
});

test.each([new Uint8Array(32), new Uint8Array(32).fill(255)])(
  'the smallest and the largest number fit',
  (bytes) => {
    expect(looksLikeSecret(makeSecret(bytes))).toBe(true);
  },
);

test('what is shown in lists is too little to guess the rest', () => {
  expect(startOf(makeSecret())).toHaveLength(10);
});

test.each(['', 'brv_', `brv_${'x'.repeat(42)}`, `brv_${'x'.repeat(42)}!`, `BRV_${'x'.repeat(43)}`])(
  '%j is no secret',
  (text) => {
    expect(looksLikeSecret(text)).toBe(false);
  },
);
