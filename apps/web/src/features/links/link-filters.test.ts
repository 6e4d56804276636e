import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFilters, SORT_NAMES, STATE_FILTERS, toListInput, writeFilters } from './link-filters.ts';

describe('the filters of the list in the address', () => {
  it('come back as they were written', () => {
    const filters = fc.record({
      search: fc.string({ maxLength: 200 }),
      tag: fc.string({ maxLength: 50 }),
      state: fc.constantFrom('' as const, ...STATE_FILTERS),
      sort: fc.constantFrom(...SORT_NAMES),
    });
    fc.assert(
      fc.property(filters, (given) => {
        expect(readFilters(new URLSearchParams(writeFilters(given)))).toEqual(given);
      }),
    );
  });
  it('ignore what nobody offered, and cut what is too long for the API', () => {
    const query = new URLSearchParams({ state: 'nope', sort: 'constructor', q: 'x'.repeat(300) });
    expect(readFilters(query)).toEqual({ search: 'x'.repeat(200), tag: '', state: '', sort: 'newest' });
  });
  it('send only what narrows', () => {
    expect(toListInput({ search: '  ', tag: '', state: '', sort: 'code' })).toEqual({
      limit: 50,
      sort: 'code',
      order: 'asc',
    });
  });
});
