import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TARGET_LENGTH, parseTarget, type TargetPolicy } from '../src/index.ts';

const policy: TargetPolicy = { ownHosts: ['brevia.example', 'localhost:3001', '[::1]:3001'] };
const read = (raw: unknown, with_: TargetPolicy = policy) => {
  const parsed = parseTarget(raw, with_);
  return parsed.ok ? parsed.value : parsed.error.code;
};

describe('a target is stored as the parser reads it, with nothing lost (API-6)', () => {
  it.each([
    ['C001 key without a value', 'https://example.com/?abc#123', 'https://example.com/?abc#123'],
    ['C002 no question mark is added', 'https://example.com/5', 'https://example.com/5'],
    ['C003 an escaped space stays', 'https://example.com/a%20b/', 'https://example.com/a%20b/'],
    ['C003 a raw space is escaped once', 'https://example.com/a b/', 'https://example.com/a%20b/'],
    [
      'C004 %25ad stays',
      'https://example.com/q?sql=x+LIKE+%27%25admin%25%27',
      'https://example.com/q?sql=x+LIKE+%27%25admin%25%27',
    ],
    [
      'C005 a nested address stays escaped',
      'https://example.com/r?u=https%3A%2F%2Fexample.org%2F%3Fq%3Da%2520b%26f%5B0%5D%3D1%23x&k=1',
      'https://example.com/r?u=https%3A%2F%2Fexample.org%2F%3Fq%3Da%2520b%26f%5B0%5D%3D1%23x&k=1',
    ],
    [
      'C006 an accented letter becomes UTF-8',
      'https://example.com/artists/käthe-k/',
      'https://example.com/artists/k%C3%A4the-k/',
    ],
    [
      'C006 an escaped one stays',
      'https://example.com/artists/k%C3%A4the-k/',
      'https://example.com/artists/k%C3%A4the-k/',
    ],
    [
      'C008 a trailing question mark is kept as given',
      'https://example.com:1000/portal?',
      'https://example.com:1000/portal?',
    ],
    ['C008 so is a trailing hash', 'https://example.com/portal#', 'https://example.com/portal#'],
    [
      'C009 no HTML escapes',
      `https://example.com/o'brien?t='a'&x=1/2`,
      `https://example.com/o'brien?t=%27a%27&x=1/2`,
    ],
    ['C019 a new top-level domain', 'https://example.inc/', 'https://example.inc/'],
    ['C019 a long one', 'https://example.museum/', 'https://example.museum/'],
    ['C019 one in punycode', 'https://example.xn--p1ai/', 'https://example.xn--p1ai/'],
    [
      'C022 mixed raw and escaped spaces',
      'https://example.com/list?g=&region=A%20%2F%20B%20C area&s=1,2',
      'https://example.com/list?g=&region=A%20%2F%20B%20C%20area&s=1,2',
    ],
    ['C023 a host with an umlaut', 'https://exämple.com/', 'https://xn--exmple-cua.com/'],
    ['C024 the same without a slash', 'http://www.exämple.example', 'http://www.xn--exmple-cua.example/'],
    ['C028 an unreachable port', 'https://unreachable.example:2342/', 'https://unreachable.example:2342/'],
    ['C042 the case of path and query stays', 'HTTPS://EXAMPLE.com/TeSt?A=b', 'https://example.com/TeSt?A=b'],
    [
      "C087 the destination's own parenthesis",
      'https://example.com/Curtain_(disambiguation)',
      'https://example.com/Curtain_(disambiguation)',
    ],
    [
      'C202 a quote is escaped',
      'https://example.com/"onmousemove="alert(1)',
      'https://example.com/%22onmousemove=%22alert(1)',
    ],
    ['outer spaces are cut', '  https://example.com/  ', 'https://example.com/'],
    ['a fragment in Unicode', 'https://example.com/#日本', 'https://example.com/#%E6%97%A5%E6%9C%AC'],
    ['raw pipes and backquotes of a query', 'https://example.com/?a=|`^', 'https://example.com/?a=|`^'],
    ['an emoji', 'https://example.com/🍞?🍞', 'https://example.com/%F0%9F%8D%9E?%F0%9F%8D%9E'],
    ['IPv6', 'http://[2001:DB8::1]:8080/', 'http://[2001:db8::1]:8080/'],
    ['underscores in a host name', 'https://my_app.example.com/', 'https://my_app.example.com/'],
  ])('%s', (_, raw, href) => {
    expect(read(raw)).toBe(href);
  });
});

describe('a target is refused, with the reason', () => {
  it.each([
    ['not text', 42, 'url_required'],
    ['nothing', undefined, 'url_required'],
    ['empty', '', 'url_required'],
    ['spaces', '   ', 'url_required'],
    ['no scheme', 'example.com/x', 'url_invalid'],
    ['no host', 'https://', 'url_invalid'],
    ['only dots as host', 'https://../', 'url_invalid'],
    ['a quote in the host', 'https://a"b.example/', 'url_invalid'],
    ['a host of 254 characters', `https://${'a.'.repeat(127)}`.slice(0, 8 + 253) + 'a/', 'url_invalid'],
    ['a port past the last', 'https://example.com:65536/', 'url_invalid'],
    ['C014 mailto', 'mailto:a@example.com?subject=Test&body=A%20B%0D%0AC', 'url_scheme'],
    ['C015 market', 'market://details?id=a.b', 'url_scheme'],
    ['C015 tel', 'tel:+15550100', 'url_scheme'],
    ['C016 javascript', 'javascript:alert(1)', 'url_scheme'],
    ['C016 javascript in odd case', ' JaVaScRiPt:alert(1)', 'url_scheme'],
    ['C016 javascript with a tab inside', 'java\tscript:alert(1)', 'url_characters'],
    ['C016 data', 'data:text/html,<b>x</b>', 'url_scheme'],
    ['C016 vbscript', 'vbscript:x', 'url_scheme'],
    ['C017 ftp', 'ftp://example.com', 'url_scheme'],
    ['C017 file', 'file:///etc/passwd', 'url_scheme'],
    ['blob', 'blob:https://example.com/x', 'url_scheme'],
    ['C026 user and password', 'https://user:pa%40ss@example.com/x', 'url_credentials'],
    ['C027 a user name that poses as a host', 'https://example.com@evil.example/', 'url_credentials'],
    ['a password alone', 'https://:secret@example.com/', 'url_credentials'],
    ['C097 a line break', 'https://example.com/\r\nSet-Cookie: a=b', 'url_characters'],
    ['C097 a line break at the end', 'https://example.com/\n', 'url_characters'],
    ['C097 in the fragment', 'https://example.com/#a\r\nb', 'url_characters'],
    ['NUL', 'https://example.com/\u0000', 'url_characters'],
    ['DEL', 'https://example.com/\u007f', 'url_characters'],
    ['a C1 control', 'https://example.com/\u0085', 'url_characters'],
    ['a lone surrogate', 'https://example.com/\ud83c', 'url_characters'],
  ])('%s', (_, raw, code) => {
    expect(read(raw)).toBe(code);
  });

  it('when longer than 2,048 characters, as given or as stored (LINK-1)', () => {
    const base = 'https://example.com/';
    const longest = base + 'a'.repeat(MAX_TARGET_LENGTH - base.length);
    expect(read(longest)).toBe(longest);
    expect(read(` ${longest} `)).toBe(longest);
    expect(read(`${longest}a`)).toBe('url_too_long');
    expect(read(base + 'ä'.repeat(1000))).toBe('url_too_long');
    expect(read('x'.repeat(10_000_000))).toBe('url_too_long');
  });
});

describe('a target on our own short host would be a loop', () => {
  it.each([
    'https://brevia.example/abc',
    'http://BREVIA.example/',
    'https://brevia.example./abc',
    'https://brevia.example:8443/abc',
    'https://ｂrevia.example/abc',
    'https://%62revia.example/abc',
    'http://localhost:3001/abc',
    'http://LOCALHOST.:3001/abc',
    'https://localhost:3001/',
    'http://[0:0:0:0:0:0:0:1]:3001/x',
    'https:brevia.example/abc',
    'https:\\\\brevia.example\\abc',
  ])('%s is refused', (raw) => {
    expect(read(raw)).toBe('url_own_host');
  });

  it.each([
    'http://localhost:3000/',
    'http://localhost/',
    'https://sub.brevia.example/',
    'https://brevia.example.org/',
    'https://notbrevia.example/',
    'https://example.com/?next=https://brevia.example/',
  ])('%s is not ours', (raw) => {
    expect(read(raw)).toBe(raw);
  });

  it('on the standard ports a host is the same one', () => {
    const secure = { ownHosts: ['s.example:443'] };
    expect(read('http://s.example/x', secure)).toBe('url_own_host');
    expect(read('https://s.example/x', secure)).toBe('url_own_host');
  });

  it('also where our host is in Unicode', () => {
    expect(read('https://xn--exmple-cua.com/', { ownHosts: ['exämple.com'] })).toBe('url_own_host');
  });

  it('and a junk entry among the own hosts blocks nothing', () => {
    expect(read('https://example.com/', { ownHosts: ['', '%%%', ' '] })).toBe('https://example.com/');
  });
});

describe("the operator's blocked domains", () => {
  const blocked = new Set(['evil.example', '203.0.113.9']);
  const strict: TargetPolicy = { ownHosts: [], isBlocked: (host) => blocked.has(host) };

  it.each([
    'https://evil.example/',
    'https://EVIL.example./x',
    'https://a.b.evil.example/',
    'http://203.0.113.9/',
    'http://0xcb.0.0x71.9/',
  ])('cover %s', (raw) => {
    expect(read(raw, strict)).toBe('url_blocked');
  });

  it.each(['https://notevil.example/', 'https://evil.example.org/', 'http://9.203.0.113/'])(
    'leave %s alone',
    (raw) => {
      expect(read(raw, strict)).toBe(raw);
    },
  );
});

describe('for any input', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc
      .tuple(
        fc.constantFrom('http://', 'https://', ' https:', 'HTTP:\\\\'),
        fc.constantFrom('example.com', 'exämple.com', '[::1]', '127.1', 'a..b', '%41.example'),
        fc.string({ unit: 'binary', maxLength: 60 }),
      )
      .map((parts) => parts.join('')),
    fc.anything(),
  );

  it('never throws; what it accepts is visible ASCII, bounded, and reads as itself again', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anything, (raw) => {
        const parsed = parseTarget(raw, policy);
        if (!parsed.ok) {
          expect(parsed.error.message).not.toBe('');
          return;
        }
        accepted++;
        expect(parsed.value).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
        expect(parsed.value.length).toBeLessThanOrEqual(MAX_TARGET_LENGTH);
        expect(parseTarget(parsed.value, policy)).toEqual(parsed);
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(300);
  });
});
