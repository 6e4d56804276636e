import { BreviaError } from '@brevia/core';
import { describe, expect, test } from 'vitest';
import { verbatim } from './names.ts';
import { readQuery } from './read-query.ts';

const spec = { limit: 'integer', order: 'text', by: 'list' } as const;

describe('query parameters', () => {
  test('are read by their kind', () => {
    expect(readQuery('?limit=10&order=asc&by=country,os', spec)).toEqual({
      limit: 10,
      order: 'asc',
      by: ['country', 'os'],
    });
  });

  test.each([
    ['?sort=x', 'sort', 'unknown_parameter'],
    ['?order[]=asc', 'order[]', 'unknown_parameter'],
    ['?__proto__=1', '__proto__', 'unknown_parameter'],
    ['?constructor=1', 'constructor', 'unknown_parameter'],
    ['?limit=1&limit=2', 'limit', 'repeated'],
    ['?limit=ten', 'limit', 'invalid_type'],
    ['?limit=', 'limit', 'invalid_type'],
    ['?limit=-1', 'limit', 'invalid_type'],
    ['?apiKey=brv_x', 'apiKey', 'secret_in_query'],
    ['?token=brv_x', 'token', 'secret_in_query'],
  ])('%s is refused with the name %s (C209, C211)', (search, field, code) => {
    const read = () => readQuery(search, spec);
    expect(read).toThrow(BreviaError);
    try {
      read();
    } catch (error) {
      expect((error as BreviaError).fields).toEqual([
        expect.objectContaining({ field: verbatim(field), code }),
      ]);
      expect(JSON.stringify((error as BreviaError).fields)).not.toContain('brv_x');
    }
  });
});
