import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseHost, splitHost, withParentDomains } from '../src/index.ts';

describe('the host of a request (LINK-1, C055)', () => {
  it.each([
    ['short.example', 'short.example'],
    ['SHORT.EXAMPLE', 'short.example'],
    ['short.example.:443', 'short.example'],
    ['short.example:8080', 'short.example'],
    ['short.example:', 'short.example'],
    ['localhost:3001', 'localhost'],
    ['127.0.0.1:3001', '127.0.0.1'],
    ['[::1]:3001', '[::1]'],
    ['[2001:DB8::1]', '[2001:db8::1]'],
    ['xn--exmple-cua.com', 'xn--exmple-cua.com'],
  ])('%s is looked up as %s', (raw, host) => {
    expect(normaliseHost(raw)).toBe(host);
  });

  it.each([
    undefined,
    '',
    '.',
    ':80',
    'a b',
    'a/b',
    'a@b',
    'a:b',
    'a:99999',
    'a:1:2',
    '::1',
    'exämple.com',
    'a,b',
    'a\r\nb',
    'a'.repeat(300),
  ])('%j is no host: the default domain', (raw) => {
    expect(normaliseHost(raw)).toBe('');
  });

  it('is a fixed point, and never throws, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.domain(), fc.webAuthority()), (raw) => {
        const host = normaliseHost(raw);
        if (!host.endsWith('.')) expect(normaliseHost(host)).toBe(host);
        expect(host).toBe(host.toLowerCase());
      }),
    );
  });

  it('splits into name and port', () => {
    expect(splitHost('A.example:81')).toEqual({ hostname: 'a.example', port: 81 });
    expect(splitHost('a.example')).toEqual({ hostname: 'a.example', port: null });
  });
});

describe('the domains above a host', () => {
  it('are all of its endings, nearest first', () => {
    expect(withParentDomains('a.b.example')).toEqual(['a.b.example', 'b.example', 'example']);
    expect(withParentDomains('localhost')).toEqual(['localhost']);
  });

  it('an address has none', () => {
    expect(withParentDomains('203.0.113.9')).toEqual(['203.0.113.9']);
    expect(withParentDomains('[::ffff:1.2.3.4]')).toEqual(['[::ffff:1.2.3.4]']);
  });
});
