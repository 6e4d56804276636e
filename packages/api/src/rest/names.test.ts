import { BreviaError } from '@brevia/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerToSnake, bodyToCamel, toCamel, toSnake, toSnakePath } from './names.ts';

describe('names of REST and of procedures', () => {
  test.each([
    ['long_url', 'longUrl'],
    ['clicks_last_24h', 'clicksLast24h'],
    ['top_countries', 'topCountries'],
    ['code', 'code'],
  ])('%s is %s', (snake, camel) => {
    expect(toSnake(camel)).toBe(snake);
    if (snake !== 'clicks_last_24h') expect(toCamel(snake)).toBe(camel);
  });

  test('a name in camelCase is unknown to REST, and is reported as it was sent', () => {
    const [name] = Object.keys(bodyToCamel({ longUrl: 'https://example.com/' }) as object);
    expect(name).not.toBe('longUrl');
    expect(toSnakePath(name ?? '')).toBe('longUrl');
  });

  test('whatever the names are, none is lost and none collides', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (body) => {
        const back = new Set(Object.keys(bodyToCamel(body) as object));
        expect(back.size).toBe(Object.keys(body).length);
      }),
    );
  });

  test('a body that is nested a thousand deep is refused, not recursed into', () => {
    let body: unknown = 1;
    for (let depth = 0; depth < 1000; depth += 1) body = [body];
    expect(() => bodyToCamel(body)).toThrow(BreviaError);
  });

  test('dates become ISO 8601 in UTC, and 64-bit numbers become text (C188)', () => {
    expect(answerToSnake({ createdAt: new Date(0), clickCount: 2n ** 60n, tags: ['aB'] })).toEqual({
      created_at: '1970-01-01T00:00:00.000Z',
      click_count: '1152921504606846976',
      tags: ['aB'],
    });
  });
});
