import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backupName, KINDS, parseName, sortNames } from './names.ts';

const times = fc.date({ min: new Date(0), max: new Date('2999-12-31T23:59:59.999Z'), noInvalidDate: true });

test('a name says what it is and when it began (RUN-3)', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), times, (kind, at) => {
      expect(parseName(backupName(kind, at))).toEqual({ kind, at });
    }),
  );
});

test.each([
  '',
  'links',
  'links-20261301T000000000Z',
  'x-20261201T000000000Z',
  'links-20261201T000000000Z.partial',
])('%j is no name of a backup', (name) => {
  expect(parseName(name)).toBeNull();
});

test('backups sort by their time, and what is none is left out', () => {
  const [late, early] = [backupName('links', new Date(2_000)), backupName('clicks', new Date(1_000))];
  expect(sortNames([late, 'lost+found', early])).toEqual([early, late]);
});
