import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSpeculative, primaryLanguage, referrerHost } from '../src/index.ts';

describe('a speculative request is no click (CLICK-1, C121, C122)', () => {
  it.each([
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-purpose': 'prefetch;anonymous-client-ip' },
    { 'sec-purpose': 'PREFETCH' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-purpose': ['x', 'preview'] },
    { 'x-moz': 'prefetch' },
  ])('%j', (headers) => {
    expect(isSpeculative(headers)).toBe(true);
  });

  it.each([
    {},
    { purpose: '' },
    { 'sec-purpose': undefined },
    { 'user-agent': 'prefetch' },
    { 'sec-fetch-mode': 'navigate' },
  ])('%j is a click', (headers) => {
    expect(isSpeculative(headers)).toBe(false);
  });
});

describe('of a referrer only the host is kept', () => {
  it.each([
    ['https://News.Example.com/a?b#c', 'news.example.com'],
    ['http://example.com:8080/', 'example.com'],
    ['https://user:secret@example.com/', 'example.com'],
    ['https://example.com./', 'example.com'],
    ['https://exämple.com/', 'xn--exmple-cua.com'],
    ['http://[2001:DB8::1]/', '[2001:db8::1]'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ])('%s gives %s', (raw, host) => {
    expect(referrerHost(raw)).toBe(host);
  });

  it.each([
    ...[
      undefined,
      '',
      'about:blank',
      'null',
      '-',
      'example.com',
      'https://',
      'javascript:alert(1)',
      'ftp://example.com/',
    ],
    // C158 and C204
    ...[
      '=HYPERLINK("http://x.example")',
      '+1+1',
      '@SUM(1)',
      '-2+3',
      '\t=1',
      '\r=1',
      '<img src=x onerror=alert(1)>',
    ],
    ...[
      'http://=1+1/',
      'http://-2+3/',
      'http://a"b/',
      'android-app://<b>/',
      `https://${'a.'.repeat(200)}com/`,
    ],
    `https://example.com/${'a'.repeat(5000)}`,
  ])('%j gives nothing', (raw) => {
    expect(referrerHost(raw)).toBe('');
  });

  it('never throws and never gives anything but a host name, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: 'binary' }).map((s) => `https://${s}`),
          fc.string().map((s) => `android-app://${s}`),
        ),
        (raw) => {
          expect(referrerHost(raw)).toMatch(/^(?:[a-z0-9][a-z0-9._-]*|\[[0-9a-f:.]+\])?$/);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('the language that a visitor prefers', () => {
  it.each([
    ['fr', 'fr'],
    ['fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5', 'fr-CH'],
    ['EN-us', 'en-US'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['es-419', 'es-419'],
    ['de-DE-1996', 'de-DE'],
    ['en;q=0.5, de;q=0.9', 'de'],
    ['en;q=0, de;q=0.1', 'de'],
    ['*, pt-BR;q=0.3', 'pt-BR'],
    ['en-GB;q=1.0,en', 'en-GB'],
  ])('of %j is %s', (raw, language) => {
    expect(primaryLanguage(raw)).toBe(language);
  });

  it.each([
    undefined,
    '',
    '*',
    'en;q=0',
    '=1+1',
    '<b>',
    'english',
    'e',
    'en;q=x',
    `en${'-abcdefgh'.repeat(20)}`,
    'a'.repeat(9999),
  ])('of %j is unknown', (raw) => {
    expect(primaryLanguage(raw)).toBe('');
  });

  it('never throws and is a short tag or nothing, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (raw) => {
        expect(primaryLanguage(raw)).toMatch(/^(?:[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?)?$/);
      }),
    );
  });
});
