import { describe, expect, test } from 'vitest';
import { whyNot } from './machine.mjs';

const good = { platform: 'linux', arch: 'x64', nodeVersion: '20.19.0', glibc: true, wanted: '20.19' };

describe('RUN-1: a machine', () => {
  test.each([
    good,
    { ...good, arch: 'arm64' },
    { ...good, platform: 'darwin', arch: 'arm64', glibc: false },
    { ...good, nodeVersion: '24.0.1' },
  ])('can run Brevia: %o', (machine) => {
    expect(whyNot(machine)).toBeNull();
  });

  test.each([
    [{ ...good, platform: 'win32' }, /WSL/],
    [{ ...good, platform: 'freebsd' }, /freebsd/],
    [{ ...good, arch: 'ia32' }, /ia32/],
    [{ ...good, glibc: false }, /Debian/],
    [{ ...good, nodeVersion: '20.18.3' }, /Node\.js 20\.19 or newer; this is 20\.18\.3/],
    [{ ...good, nodeVersion: '18.20.0' }, /Node\.js 20\.19/],
  ])('that can not is told so at once, with the way out: %o', (machine, word) => {
    expect(whyNot(machine)).toMatch(word);
  });
});
