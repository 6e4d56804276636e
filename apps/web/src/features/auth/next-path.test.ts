import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loginPath, safeNextPath } from './next-path.ts';

describe('safeNextPath', () => {
  it('keeps pages of the dashboard with their query', () => {
    expect(safeNextPath('/links')).toBe('/links');
    expect(safeNextPath('/links/abc1234?range=7d')).toBe('/links/abc1234?range=7d');
    expect(safeNextPath('/settings/api-keys')).toBe('/settings/api-keys');
    expect(safeNextPath('/join/an-invitation')).toBe('/join/an-invitation');
  });

  it.each([
    'https://evil.example/links',
    '//evil.example/links',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/links/..//evil.example',
    '/evil.example',
    'javascript:alert(1)',
    '/api/auth/sign-out',
    'links',
    '',
    undefined,
    ['/links'],
    '/%2f%2fevil.example',
    '//',
  ])('C220: %j leads to the links', (raw) => {
    expect(safeNextPath(raw)).toBe('/links');
  });

  it('C220: whatever comes in, the browser stays on the own origin and in the dashboard', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      'links',
      'evil.example',
      ':',
      '@',
      '?',
      '#',
      '\t',
      '%2f',
      'a',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(parts).map((p) => p.join('')),
          fc.string(),
        ),
        (raw) => {
          const target = new URL(safeNextPath(raw), 'https://brevia.example');
          expect(target.origin).toBe('https://brevia.example');
          expect(['links', 'analytics', 'settings', 'admin', 'join']).toContain(
            target.pathname.split('/')[1],
          );
        },
      ),
    );
  });

  it('reads back the path that loginPath wrote', () => {
    const path = '/links/abc?a=1&b=ü%20';
    const next = new URL(loginPath(path), 'http://x').searchParams.get('next');
    expect(safeNextPath(next)).toBe('/links/abc?a=1&b=%C3%BC%20');
  });
});
