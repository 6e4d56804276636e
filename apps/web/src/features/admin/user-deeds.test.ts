import { expect, test } from 'vitest';
import { deedsFor } from './user-deeds.ts';

const suspended = { reason: null };

test.each([
  ['user', null, ['promote', 'signOut', 'suspend']],
  ['admin', null, ['demote', 'signOut', 'suspend']],
  ['user', suspended, ['unsuspend']],
  ['admin', suspended, ['unsuspend', 'demote']],
] as const)('to a %s with suspension %j an admin may %j', (role, suspension, deeds) => {
  expect(deedsFor({ role, suspended: suspension })).toEqual(deeds);
});
