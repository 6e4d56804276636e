import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldAlias, parseAlias, suggestAliases } from '../src/index.ts';

describe('suggestions for a taken alias (ALIAS-3)', () => {
  it('look like the alias', () => {
    const suggestions = suggestAliases('spring-sale', () => 0.5);
    expect(suggestions).toHaveLength(5);
    for (const suggestion of suggestions) expect(suggestion).toContain('spring-sale');
  });

  it('are five, legal, and differ from it and from each other also by case, for any text and any chance', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9A-Za-z_-]{3,20}$/)),
        fc.oneof(
          fc.constantFrom(0, 0.999_999_999).map((value) => () => value),
          fc
            .infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
            .map((stream) => () => (stream.next() as IteratorYieldResult<number>).value),
        ),
        (alias, random) => {
          const suggestions = suggestAliases(alias, random);
          expect(suggestions).toHaveLength(5);
          for (const suggestion of suggestions) {
            expect(parseAlias(suggestion)).toEqual({ ok: true, value: suggestion });
          }
          expect(new Set([...suggestions, alias].map(foldAlias)).size).toBe(6);
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each(['api', 'fuck', '', '---', '日本', 'a'.repeat(20), 'my-link', 'x'.repeat(100_000)])(
    'exist for %s too',
    (alias) => {
      expect(suggestAliases(alias, () => 0.1)).toHaveLength(5);
    },
  );

  it('differ with chance, so that the second try is not taken as well', () => {
    expect(suggestAliases('sale', () => 0.1)).not.toEqual(suggestAliases('sale', () => 0.7));
  });
});
