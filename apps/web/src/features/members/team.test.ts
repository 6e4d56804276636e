import { describe, expect, test } from 'vitest';
import { mayChange, mayManage, ROLES, rolesToGive, toRole, type Role } from './team.ts';

const person = (role: Role, userId = 'other') => ({ id: 'm', userId, name: 'n', email: 'e', role });
const may = (mine: Role, theirs: Role) => mayChange({ userId: 'me', role: mine }, person(theirs));

describe('who may do what in a workspace (WEB-4)', () => {
  test('owners and admins manage, members do not', () => {
    expect(ROLES.filter(mayManage)).toEqual(['admin', 'owner']);
  });

  test('only an owner makes owners', () => {
    expect(rolesToGive('owner')).toContain('owner');
    expect(rolesToGive('admin')).toEqual(['member', 'admin']);
    expect(rolesToGive('member')).toEqual([]);
  });

  test('an admin does not touch an owner, a member touches nobody, and nobody themselves', () => {
    expect([may('admin', 'owner'), may('admin', 'admin'), may('owner', 'owner')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(ROLES.some((role) => may('member', role))).toBe(false);
    expect(mayChange({ userId: 'me', role: 'owner' }, person('owner', 'me'))).toBe(false);
  });

  test('a role that is not known is the least', () => {
    expect(['owner', 'root', null, undefined].map(toRole)).toEqual(['owner', 'member', 'member', 'member']);
  });
});
