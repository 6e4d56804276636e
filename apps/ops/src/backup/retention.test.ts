import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backupName, sortNames } from './archive/names.ts';
import { expired } from './retention.ts';

const DAY = 86_400_000;
const NOW = new Date('2026-12-01T12:00:00Z');
const ago = (days: number, kind: 'links' | 'clicks' = 'links') =>
  backupName(kind, new Date(NOW.getTime() - days * DAY));

test('backups of the link store go after 30 days, those of clicks are not theirs to remove (RUN-3)', () => {
  const names = sortNames([ago(91, 'clicks'), ago(31), ago(30.1), ago(30), ago(29), ago(0)]);
  expect(expired(names, 'links', 30, NOW)).toEqual([ago(31), ago(30.1)]);
});

test('the newest of a kind stays, however old it is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 4_000 }), { minLength: 1 }), (days) => {
      const names = sortNames(days.map((day) => ago(day)));
      const gone = expired(names, 'links', 30, NOW);
      expect(gone).not.toContain(names.at(-1));
      expect(gone).toEqual(names.slice(0, -1).filter((name) => name < ago(30)));
    }),
  );
});
