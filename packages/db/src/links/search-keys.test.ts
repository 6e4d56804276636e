import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INDEXED_LENGTH, normalise, searchKeys, searchText, tagKeyOf, termKeys } from './search-keys.ts';

const workspace = '6a4f6d1c-0000-4000-8000-000000000001';
const text = fc.string({ unit: 'binary', minLength: 0, maxLength: 120 });
const link = (longUrl: string, title: string | null = null, tags: string[] = []) => ({
  code: 'Abc1234',
  longUrl,
  title,
  tags,
});

describe('search keys', () => {
  it('a link has every key of any term of four characters and more that its text contains', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: INDEXED_LENGTH, max: 40 }), (title, start, length) => {
        const subject = link('https://example.com/', title);
        const whole = searchText(subject);
        const at = start % whole.length;
        const term = whole.slice(at, at + length);
        fc.pre(term.length >= INDEXED_LENGTH && !term.includes('\n'));
        const keys = new Set(searchKeys(workspace, subject));
        // A slice may split a character in two, and normalising that again may change it: nobody types half a character.
        fc.pre(normalise(term) === term);
        const wanted = termKeys(workspace, term);
        expect(wanted.length).toBeGreaterThan(0);
        expect(wanted.filter((key) => !keys.has(key))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('all keys are 32-bit integers, each once', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 10 }), (title, tags) => {
        const keys = searchKeys(workspace, link('https://example.com/a/b?c=d', title, tags));
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.every((key) => key === (key | 0))).toBe(true);
      }),
    );
  });

  it('a term shorter than four characters has none: it is looked for in the list itself', () => {
    expect(termKeys(workspace, 'sho')).toEqual([]);
    expect(termKeys(workspace, 'shop')).toHaveLength(1);
  });

  it('a URL of the usual length costs about 50 keys, the longest one under 400', () => {
    const usual = 'https://shop.example.com/summer/launch-12345?utm_source=mail&id=77';
    expect(searchKeys(workspace, link(usual)).length).toBeLessThan(60);
    expect(
      searchKeys(workspace, link(`https://example.com/${'a1b2c3d4e5'.repeat(200)}`)).length,
    ).toBeLessThan(400);
  });

  it('the same words in another workspace have other keys', () => {
    const other = '6a4f6d1c-0000-4000-8000-000000000002';
    const shared = searchKeys(other, link('https://example.com/', 'summer sale')).filter((key) =>
      searchKeys(workspace, link('https://example.com/', 'summer sale')).includes(key),
    );
    expect(shared).toEqual([]);
  });

  it('a tag is not found by its letters in a text, nor the reverse', () => {
    const inText = searchKeys(workspace, link('https://example.com/summer'));
    expect(inText).not.toContain(tagKeyOf(workspace, 'summer'));
    expect(searchKeys(workspace, link('https://example.com/', null, ['summer']))).toContain(
      tagKeyOf(workspace, 'summer'),
    );
  });

  it('what looks the same is the same: case, full-width letters, composed and decomposed accents', () => {
    expect(termKeys(workspace, 'ÉCOLE')).toEqual(termKeys(workspace, 'e\u0301cole'));
    expect(termKeys(workspace, 'ＳＡＬＥＳ')).toEqual(termKeys(workspace, 'sales'));
  });
});
