import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeLocation, parseTarget } from '../src/index.ts';

describe('forwarding the query of a request (RED-6)', () => {
  it.each([
    [
      'C090 a target without a query',
      'https://example.com/',
      'utm_source=email',
      'https://example.com/?utm_source=email',
    ],
    ['C090 an empty query adds nothing', 'https://example.com/5', '', 'https://example.com/5'],
    ['C002 nor does a bare question mark', 'https://example.com/5', '?', 'https://example.com/5'],
    [
      'C088 after what is there',
      'https://example.com/?ref=mine',
      'ref=other',
      'https://example.com/?ref=mine&ref=other',
    ],
    ['before the fragment', 'https://example.com/a#top', 'x=1', 'https://example.com/a?x=1#top'],
    ['between query and fragment', 'https://example.com/?a=1#top', 'x=1', 'https://example.com/?a=1&x=1#top'],
    [
      'a question mark inside the fragment is none',
      'https://example.com/#/a?b',
      'x=1',
      'https://example.com/?x=1#/a?b',
    ],
    ['a trailing question mark is used', 'https://example.com/?', 'x=1', 'https://example.com/?x=1'],
    ['so is a trailing ampersand', 'https://example.com/?a=1&', 'x=1', 'https://example.com/?a=1&x=1'],
    [
      'C001 a key without a value stays so',
      'https://example.com/?abc',
      'def',
      'https://example.com/?abc&def',
    ],
    [
      'bytes are untouched',
      'https://example.com/',
      'a=%2f+%zz&&b=c?d',
      'https://example.com/?a=%2f+%zz&&b=c?d',
    ],
    [
      'C097 escaped line breaks stay escaped',
      'https://example.com/',
      'x=1%0d%0aSet-Cookie:a=b',
      'https://example.com/?x=1%0d%0aSet-Cookie:a=b',
    ],
    [
      'C097 raw ones are escaped',
      'https://example.com/',
      'x=1\r\nA: b',
      'https://example.com/?x=1%0D%0AA:%20b',
    ],
    ['NUL and DEL too', 'https://example.com/', 'a\u0000b\u007f', 'https://example.com/?a%00b%7F'],
    ['a raw hash can not start a fragment', 'https://example.com/#f', 'a#b', 'https://example.com/?a%23b#f'],
    [
      'C094 raw bytes are escaped byte by byte',
      'https://example.com/',
      'tag=\u00e6\u0097\u00a5',
      'https://example.com/?tag=%E6%97%A5',
    ],
    [
      'characters that are no bytes become UTF-8',
      'https://example.com/',
      'tag=日🍞\ud83c',
      'https://example.com/?tag=%E6%97%A5%F0%9F%8D%9E%EF%BF%BD',
    ],
  ])('%s', (_, longUrl, query, location) => {
    expect(composeLocation(longUrl, query)).toBe(location);
  });

  it('is fit for a header, keeps host, owner part and fragment, for any query', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        fc.oneof(fc.string({ unit: 'binary' }), fc.string()),
        (raw, query) => {
          const parsed = parseTarget(raw, { ownHosts: [] });
          fc.pre(parsed.ok);
          const stored = new URL(parsed.value);
          const location = composeLocation(parsed.value, query);
          const composed = new URL(location);
          expect(location).toMatch(/^[\x21-\x7e]+$/);
          expect(composed.origin + composed.pathname).toBe(stored.origin + stored.pathname);
          expect(composed.hash).toBe(stored.hash);
          expect(location.startsWith(parsed.value.split('#')[0]!)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
