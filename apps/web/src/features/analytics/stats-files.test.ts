import { describe, expect, it } from 'vitest';
import { csvName } from './stats-files.ts';

const now = new Date('2026-12-01T23:59:00Z');

describe('the name of a CSV file', () => {
  it('says what it holds', () => {
    expect(csvName('spring-sale', '30d-day', now)).toBe('brevia-spring-sale-30d-day-2026-12-01.csv');
  });
  it('holds nothing that leaves a folder or breaks a file system', () => {
    expect(csvName('../../é"<>:|?*\u0000 x', 'country', now)).toBe('brevia-e-x-country-2026-12-01.csv');
    expect(csvName('日本', 'os', now)).toBe('brevia-os-2026-12-01.csv');
    expect(csvName('a'.repeat(500), 'os', now).length).toBeLessThan(100);
  });
});
