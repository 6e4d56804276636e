import { expect, test } from 'vitest';
import { errorType } from './error-type.ts';

test('an error is told by its code, or by its name', () => {
  expect(errorType(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED');
  expect(errorType(new TypeError('x'))).toBe('TypeError');
  expect(errorType('x')).toBe('unknown');
});

test('what could hold a value that somebody sent is no type', () => {
  const strange = Object.assign(new Error('x'), { code: 'Key (email)=(ada@example.com)' });
  expect(errorType(strange)).toBe('Error');
  strange.name = 'for ada@example.com';
  expect(errorType(strange)).toBe('Error');
});
