import { describe, expect, it } from 'vitest';
import { safeHref, splitTarget, withoutScheme } from './target-text.ts';

describe('withoutScheme', () => {
  it('leaves what people read aloud', () => {
    expect(withoutScheme('https://brevia.example/abc')).toBe('brevia.example/abc');
    expect(withoutScheme('http://127.0.0.1:3001/abc')).toBe('127.0.0.1:3001/abc');
    expect(withoutScheme('https://example.com/')).toBe('example.com');
  });
});

describe('splitTarget', () => {
  it('C027: shows the true host, never the user-info before it', () => {
    expect(splitTarget('https://example.com@evil.example/path')).toEqual({
      host: 'evil.example',
      rest: '/path',
    });
  });
  it('keeps the path, query and fragment beside it', () => {
    expect(splitTarget('https://a.example:8443/b?c=d#e')).toEqual({
      host: 'a.example:8443',
      rest: '/b?c=d#e',
    });
    expect(splitTarget('https://a.example')).toEqual({ host: 'a.example', rest: '' });
  });
  it('shows what is no URL as it is', () => {
    expect(splitTarget('not a url')).toEqual({ host: '', rest: 'not a url' });
  });
});

describe('safeHref', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '',
  ])('C202: %j is never a link', (url) => {
    expect(safeHref(url)).toBeUndefined();
  });
  it('keeps http and https, with quotes escaped by the parser', () => {
    expect(safeHref('https://example.com/"onmousemove="alert(1)')).toBe(
      'https://example.com/%22onmousemove=%22alert(1)',
    );
  });
});
