import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUtm, takesUtm, UTM_FIELDS, writeUtm } from './utm.ts';

describe('the UTM builder', () => {
  it('adds parameters before the fragment', () => {
    expect(writeUtm('https://a.example/p#top', 'source', 'news letter')).toBe(
      'https://a.example/p?utm_source=news%20letter#top',
    );
  });
  it('leaves every other parameter byte for byte', () => {
    expect(writeUtm('https://a.example/?b=%e4%BD&a=1+2&b=&flag', 'medium', 'mail')).toBe(
      'https://a.example/?b=%e4%BD&a=1+2&b=&flag&utm_medium=mail',
    );
  });
  it('replaces in place, once, whatever the case of its name', () => {
    expect(writeUtm('https://a.example/?UTM_Source=x&q=1&utm_source=y', 'source', 'z')).toBe(
      'https://a.example/?utm_source=z&q=1',
    );
  });
  it('takes a parameter out, and the question mark with the last one', () => {
    expect(writeUtm('https://a.example/?utm_source=x', 'source', '')).toBe('https://a.example/');
    expect(writeUtm('https://a.example/?q=1&utm_source=x', 'source', '')).toBe('https://a.example/?q=1');
  });
  it('reads back what it wrote, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...UTM_FIELDS), (value, field) => {
        const url = writeUtm('https://a.example/p?x=1#f', field, value);
        expect(readUtm(url)[field]).toBe(value);
        expect(writeUtm(url, field, '')).toBe('https://a.example/p?x=1#f');
      }),
    );
  });
  it('wants a whole web address', () => {
    expect(takesUtm('https://a.example')).toBe(true);
    expect(takesUtm('https://')).toBe(false);
    expect(takesUtm('a.example')).toBe(false);
  });
});
