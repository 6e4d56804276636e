import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbersToSkip, versionStep } from './since-backup.ts';

const AT = new Date('2026-12-01T00:00:00Z');
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1_000);
const REGION = 62 ** 7 / 4;
const DAY = 86_400;

test('more numbers are skipped than the whole world claims in the time since the backup (LINK-3, C257)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 90 * DAY }), (seconds) => {
      const created = (120_000_000 / DAY) * seconds;
      // In a region two of three numbers are another's.
      expect(numbersToSkip(AT, later(seconds))).toBeGreaterThan(3 * created + 1_000_000);
    }),
  );
});

test('a backup of 30 days ago costs a region 3 % of its numbers', () => {
  expect(numbersToSkip(AT, later(30 * DAY)) / REGION).toBeLessThan(0.03);
});

test('a second restore of the same backup gives newer versions than the first, with all edits between', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: DAY }), fc.integer({ min: 1, max: DAY }), (first, between) => {
      const edits = BigInt(between) * 100n;
      expect(versionStep(AT, later(first + between))).toBeGreaterThan(versionStep(AT, later(first)) + edits);
    }),
  );
});

test('a clock that runs backwards shortens neither', () => {
  expect(numbersToSkip(AT, later(-DAY))).toBe(numbersToSkip(AT, AT));
  expect(versionStep(AT, later(-DAY))).toBe(versionStep(AT, AT));
});
