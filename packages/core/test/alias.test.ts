import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldAlias, isLinkCode, isReserved, parseAlias } from '../src/index.ts';

const read = (raw: unknown, extra?: ReadonlySet<string>) => {
  const parsed = parseAlias(raw, extra);
  return parsed.ok ? `ok ${parsed.value}` : parsed.error.code;
};

describe('a custom alias (ALIAS-1)', () => {
  it.each(['abc', 'Digg', 'my-link', 'a_b', 'spring-2026', '007', 'A'.repeat(20), 'aZ3kP0q', 'a--b'])(
    '%s is kept exactly as given (C054)',
    (alias) => {
      expect(read(alias)).toBe(`ok ${alias}`);
    },
  );

  it.each([
    ['not text', 7],
    ['null', null],
    ['empty', ''],
    ['two characters', 'ab'],
    ['21 characters', 'a'.repeat(21)],
    ['a million characters', 'a'.repeat(1_000_000)],
    ['a hyphen first', '-abc'],
    ['a hyphen last', 'abc-'],
    ['an underscore first', '_abc'],
    ['an underscore last', 'abc_'],
    ['C046 an emoji', '🍞🍞🍞'],
    ['C047 an inner space', 'my link'],
    ['C047 a leading space', ' lead'],
    ['C047 a trailing space', 'trail '],
    ['C047 a no-break space', 'a\u00a0b'],
    ['C047 a tab', 'tab\tx'],
    ['a line feed at the end', 'abc\n'],
    ['C064 a slash', 'a/b'],
    ['C064 an encoded slash', 'a%2Fb'],
    ['C066 a slash, never turned into a hyphen', 'challenge/sing'],
    ['C067 an extension', 'script.py'],
    ['C067 another', 'image.png'],
    ['C067 a short one', 'a.json'],
    ['C070 a decomposed letter', 'cafe\u0301'],
    ['C071 a Roman numeral', 'part\u2163'],
    ['Cyrillic', 'раураl'],
    ['full-width letters', 'ａｂｃ'],
  ])('is refused: %s', (_, raw) => {
    expect(read(raw)).toBe('alias_format');
  });

  it('says what is wrong with it', () => {
    const message = (raw: unknown) => {
      const parsed = parseAlias(raw);
      return parsed.ok ? '' : parsed.error.message;
    };
    expect(message('ab')).toContain('3 to 20');
    expect(message('my link')).toContain('letters');
    expect(message('-abc')).toContain('begins and ends');
    expect(message('')).toContain('Enter');
  });
});

describe('reserved words (ALIAS-2, C068)', () => {
  it.each([
    ...['api', 'admin', 'login', 'dashboard', 'qr', 'health', 'healthz', 'metrics', 'robots.txt'],
    ...['favicon.ico', 'sitemap.xml', '_next', 'static', 'API', 'Admin', '%61pi', '%2561pi'],
    ...['..', '.well-known', 'ａｐｉ', 'readyz', 'signup', 'links', 'analytics', 'settings', 'docs'],
    ...['openapi.json', 'trpc', 'ＡＤＭＩＮ', ' api ', '%41DMIN', 'wp-login', 'security.txt'],
  ])('%s is one', (raw) => {
    expect(read(raw)).toBe('alias_reserved');
  });

  it.each(['apis-of-mine', 'administered', 'news', 'shop', 'jobs', 'login-guide', '%E0%A4%A'])(
    '%s is none',
    (raw) => {
      expect(read(raw)).not.toBe('alias_reserved');
    },
  );

  it("takes the operator's own words too, by any case", () => {
    const extra = new Set(['acme']);
    expect(read('ACME', extra)).toBe('alias_reserved');
    expect(read('acme')).toBe('ok acme');
    expect(read('acme2', extra)).toBe('ok acme2');
  });

  it('are known apart from aliases, so that a generated code can be checked too', () => {
    expect(isReserved('healthz')).toBe(true);
    expect(isReserved('HeAlThZ')).toBe(true);
    expect(isReserved('aZ3kP0q')).toBe(false);
  });
});

describe('offensive words (ALIAS-2)', () => {
  it.each(['fuck', 'FuckYou', 'f-u-c-k', 'f_u_c_k-off', 'sh1t', 'my-sh1t', 'b1tch', 'fuuuuck', 'a55hole'])(
    '%s is refused',
    (raw) => {
      expect(read(raw)).toBe('alias_profane');
    },
  );

  it.each(['merde', 'PUTAIN', 'le-connard', 'connasse', 'nazi', 'n4zi-fan'])('%s is refused', (raw) => {
    expect(read(raw)).toBe('alias_profane');
  });

  it.each([
    ...[
      'Scunthorpe',
      'class',
      'class-2026',
      'assess',
      'passion',
      'cocktail',
      'Essex',
      'Sussex',
      'analytics1',
    ],
    ...[
      'document',
      'circumstance',
      'therapist',
      'shiitake',
      'Dickens',
      'peacock',
      'grape',
      'grapes',
      'title',
    ],
    ...['button', 'push-it', 'hit-list', 'rapeseed', 'Penistone', 'bass', 'mass-hits', 'drapes', 'scraper'],
    ...['raccoon', 'analysis', 'cucumber', 'a-b-c', 'x-y-z-report', 'salopette', 'computaint', 'snazi'],
  ])('%s is innocent', (raw) => {
    expect(read(raw)).toBe(`ok ${raw}`);
  });
});

describe('for any input', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[0-9A-Za-z_-]{1,22}$/),
    fc.stringMatching(/^(%[0-9A-F]{2}|[a-z%]){1,12}$/),
    fc.anything(),
  );

  it('never throws; what it accepts is the input itself and can be visited (C054)', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anything, (raw) => {
        const parsed = parseAlias(raw);
        if (!parsed.ok) return;
        accepted++;
        expect(parsed.value).toBe(raw);
        expect(isLinkCode(parsed.value)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('folding is a fixed point and blind to case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z_-]{1,20}$/), (alias) => {
        expect(foldAlias(foldAlias(alias))).toBe(foldAlias(alias));
        expect(foldAlias(alias.toUpperCase())).toBe(foldAlias(alias.toLowerCase()));
      }),
    );
  });
});
