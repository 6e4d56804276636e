import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeFromPath, isLinkCode } from '../src/index.ts';

describe('the code in a path', () => {
  it.each([
    ['/aZ3kP0q', 'aZ3kP0q'],
    ['/my-link', 'my-link'],
    ['/%66oo', 'foo'],
    ['/foo/', 'foo'],
    ['/%66oo/', 'foo'],
  ])('%s asks for exactly %s (C063: one trailing slash is ignored)', (path, code) => {
    expect(codeFromPath(path)).toEqual({ code, exact: true });
  });

  it.each([
    ...['/foo.', '/foo,', '/foo)', '/foo;', '/foo%22', '/foo"', '/foo>', '/foo%3E', '/foo%E3%80%82', '/foo!'],
    ...[
      '/foo).',
      "/foo'",
      '/foo%E2%80%9D',
      '/foo]',
      '/foo**',
      '/foo-',
      '/foo_',
      '/foo:',
      '/foo%20',
      '/foo%0A',
    ],
    ...['/foo%E2%80%8B', '/foo%C2%A0', '/foo\u00e3\u0080\u0082', '/foo)/', '/foo…'],
  ])('%s asks for foo, without the punctuation of the sentence around it (C086, C087)', (path) => {
    expect(codeFromPath(path)).toEqual({ code: 'foo', exact: false });
  });

  it.each([
    ['the root', '/'],
    ['nothing', ''],
    ['no slash in front', 'foo'],
    ['another scheme', 'http://evil.example/foo'],
    ['the asterisk of OPTIONS', '*'],
    ['two characters', '/ab'],
    ['21 characters', `/${'a'.repeat(21)}`],
    ['two segments', '/store/donut'],
    ['two trailing slashes', '/foo//'],
    ['a file', '/robots.txt'],
    ['C046 an emoji', '/%F0%9F%8D%9E'],
    ['C046 an emoji as raw bytes', '/\u00f0\u009f\u008d\u009e'],
    ['C049 a cut escape', '/%E0%A4%A'],
    ['C049 an escape that is none', '/%ZZ'],
    ['C049 a per cent sign', '/100%'],
    ['C049 a per cent sign alone', '/%'],
    ['C115 two slashes', '//evil.example/'],
    ['C115 two slashes and dots', '//evil.example/%2e%2e'],
    ['C115 a code behind two slashes', '//foo'],
    ['C115 a backslash', '/\\evil.example'],
    ['C115 a backslash before a code', '/\\foo'],
    ['C115 encoded slashes', '/%2F%2Fevil.example'],
    ['C115 an encoded slash behind', '/foo%2F'],
    ['C115 an encoded backslash', '/foo%5C'],
    ['escapes are decoded once only', '/%2566oo'],
    ['punctuation in front', '/.foo'],
    ['dots', '/..'],
    ['a query is not part of a path', '/foo?x=1'],
    ['over-long', `/foo${'.'.repeat(200)}`],
  ])('is none in %s', (_, path) => {
    expect(codeFromPath(path)).toBeNull();
  });

  it('never throws, and gives only legal codes, for any path', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '%',
      '%2',
      '%2F',
      '%zz',
      '%E3%80%82',
      'foo',
      '.',
      ')',
      '-',
      '\u00ff',
      '\ud800',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((parts) => `/${parts.join('')}`),
        ),
        (path) => {
          const found = codeFromPath(path);
          if (found !== null) expect(isLinkCode(found.code)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('finds each legal code, plain, with every character escaped, and with a slash behind', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z][0-9A-Za-z_-]{1,18}[0-9A-Za-z]$/), (code) => {
        const escaped = Array.from(code, (c) => `%${c.charCodeAt(0).toString(16)}`).join('');
        for (const path of [`/${code}`, `/${escaped}`, `/${code}/`]) {
          expect(codeFromPath(path)).toEqual({ code, exact: true });
        }
      }),
    );
  });
});
