import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeNext } from './next-path.ts';

describe('safeNext (C220)', () => {
  test.each(['/links', '/links/abc?range=7d#map', '/settings/api-keys', '/'])(
    'keeps our own path %s',
    (path) => {
      expect(safeNext(path)).toBe(path);
    },
  );

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\t/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'evil.example',
    '',
    '/\nSet-Cookie: a=b',
    undefined,
    ['/links'],
  ])('sends %j home', (path) => {
    expect(safeNext(path)).toBe('/links');
  });

  test('whatever comes in, what comes out stays on our origin', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((s) => `/${s}`),
          fc.webUrl(),
        ),
        (path) => {
          const next = safeNext(path);
          expect(next).toMatch(/^\/(?![/\\])/);
          expect(new URL(next, 'https://brevia.example').origin).toBe('https://brevia.example');
        },
      ),
    );
  });
});
