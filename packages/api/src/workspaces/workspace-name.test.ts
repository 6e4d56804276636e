import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWorkspaceName } from './workspace-name.ts';

describe('the name of a workspace (WEB-4)', () => {
  test.each([
    ['Team', 'Team'],
    ['  Équipe   marketing ', 'Équipe marketing'],
    ['👩‍🚀 Space', '👩‍🚀 Space'],
    ['<b>&"', '<b>&"'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['🚀'.repeat(60), '🚀'.repeat(60)],
  ])('%j is kept as %j', (raw, value) => {
    expect(parseWorkspaceName(raw)).toEqual({ ok: true, value });
  });

  test.each([
    '',
    '   ',
    '\u200D\uFE0F',
    'x'.repeat(61),
    'two\nlines',
    'tab\t',
    'nul\0',
    'turned \u202Eround',
    '\uD800',
    7,
    null,
    undefined,
    { name: 'x' },
  ])('%j is refused', (raw) => {
    expect(parseWorkspaceName(raw)).toMatchObject({ ok: false, error: { code: 'invalid_name' } });
  });

  test('whatever is accepted is one bounded line, and is accepted again unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (raw) => {
        const name = parseWorkspaceName(raw);
        if (!name.ok) return;
        expect(name.value).not.toMatch(/[\r\n\0]/);
        expect([...name.value].length).toBeLessThanOrEqual(60);
        expect(parseWorkspaceName(name.value)).toEqual(name);
      }),
    );
  });
});
