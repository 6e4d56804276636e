import { describe, expect, test } from 'vitest';
import { sameVersions } from './packages.mjs';

const locked = {
  '': {},
  'apps/web': { version: '0.1.0' },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/@brevia/web': { link: true },
  'node_modules/fsevents': { version: '2.3.3', optional: true },
};
const present = { 'node_modules/zod': { version: '4.6.7' }, 'node_modules/@brevia/web': { link: true } };

describe('an installation', () => {
  test('is complete without the binaries of other platforms', () => {
    expect(sameVersions(locked, present)).toBe(true);
  });

  test('is made again when a package is missing or has another version', () => {
    expect(sameVersions(locked, { ...present, 'node_modules/zod': { version: '4.6.6' } })).toBe(false);
    expect(sameVersions(locked, { 'node_modules/@brevia/web': { link: true } })).toBe(false);
  });

  test('is made again when a new workspace is not linked', () => {
    expect(sameVersions(locked, { 'node_modules/zod': { version: '4.6.7' } })).toBe(false);
  });
});
