import { expect, test } from '@playwright/test';
import { badFields, clientOf } from '../box/client.ts';
import { sharedBox } from '../box/shared-box.ts';

const { endpoints, demo } = sharedBox();
const client = clientOf(endpoints, demo.api_key);

test.describe('RED-6: a visitor is sent to the target byte for byte', () => {
  for (const [id, target] of [
    ['C001: a query key without a value stays', 'https://example.com/?abc#123'],
    ['C002: no question mark is added', 'https://example.com/5'],
    ['C003: an encoded space is not encoded again', 'https://example.com/a%20b/'],
    ['C004: %25ad is not collapsed', 'https://example.com/q?sql=x+LIKE+%27%25admin%25%27'],
    [
      'C005: an encoded URL in a parameter stays encoded',
      'https://example.com/r?u=https%3A%2F%2Fexample.org%2F%3Fq%3Da%2520b%26f%5B0%5D%3D1%23x&k=1',
    ],
    ['C006: an accented letter that is encoded already', 'https://example.com/artists/k%C3%A4the-k/'],
    ['C019: a new top-level domain', 'https://example.museum/'],
    ['C028: a host that does not answer', 'https://unreachable.example:2342/'],
    ['C087: a bracket that belongs to the target', 'https://example.com/Curtain_(disambiguation)'],
  ] as const) {
    test(id, async () => {
      expect(await client.locationOf(target)).toBe(target);
    });
  }

  for (const [id, given, location] of [
    ['C003: a raw space is encoded', 'https://example.com/a b/', 'https://example.com/a%20b/'],
    [
      'C006: a raw accented letter is UTF-8',
      'https://example.com/artists/käthe-k/',
      'https://example.com/artists/k%C3%A4the-k/',
    ],
    ['C023: a host with an umlaut is punycode', 'https://exämple.com/', 'https://xn--exmple-cua.com/'],
    ['C024: not mojibake either', 'http://www.exämple.example', 'http://www.xn--exmple-cua.example/'],
  ] as const) {
    test(id, async () => {
      expect(await client.locationOf(given)).toBe(location);
    });
  }

  test('C009: nothing is escaped as HTML', async () => {
    expect(await client.locationOf("https://example.com/o'brien?t='a'&x=1/2")).not.toMatch(/&(amp|#39);|&#/);
  });

  test('C042: two targets that differ by case are two links', async () => {
    const [one, other] = [
      await client.locationOf('https://example.com/test'),
      await client.locationOf('https://example.com/TeSt'),
    ];
    expect([one, other]).toEqual(['https://example.com/test', 'https://example.com/TeSt']);
  });
});

test.describe('API-6: only safe targets; a bad one is a 400 that names the field', () => {
  for (const [id, target] of [
    ['C014: mailto', 'mailto:a@example.com?subject=Test'],
    ['C015: tel', 'tel:+15550100'],
    ['C015: market', 'market://details?id=a.b'],
    ['C016: javascript', 'javascript:alert(1)'],
    ['C016: javascript after a space, in odd case', ' JaVaScRiPt:alert(1)'],
    ['C016: javascript with a tab inside', 'java\tscript:alert(1)'],
    ['C016: data', 'data:text/html,<b>x</b>'],
    ['C017: ftp', 'ftp://example.com'],
    ['C017: file', 'file:///etc/passwd'],
    ['C026: credentials', 'https://user:pa%40ss@example.com/x'],
    ['C027: a host that hides behind a user name', 'https://example.com@evil.example/'],
    ['C097: a raw line break', 'https://example.com/\r\nSet-Cookie: a=b'],
    ['our own short domain', `${endpoints.redirector}/abc`],
    ['longer than 2,048 characters', `https://example.com/${'a'.repeat(2_049)}`],
    ['nothing', ''],
  ] as const) {
    test(id, async () => {
      expect(badFields(await client.call('POST', '/links', { long_url: target }))).toContain('long_url');
    });
  }

  test('no target at all, a number, a field that does not exist', async () => {
    expect(badFields(await client.call('POST', '/links', {}))).toContain('long_url');
    expect(badFields(await client.call('POST', '/links', { long_url: 7 }))).toContain('long_url');
    const surplus = await client.call('POST', '/links', { long_url: 'https://example.com', colour: 'red' });
    expect(badFields(surplus)).toContain('colour');
  });
});
