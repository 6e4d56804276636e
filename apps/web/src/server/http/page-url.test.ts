import { describe, expect, test } from 'vitest';
import { pageUrl } from './page-url.ts';

describe('what Next is asked for (C049)', () => {
  test.each(['/links/%', '/links/%E0%A4%A', '/links/%ff?range=7d', '/%zz', '/100%'])(
    '%s, which nobody can decode, is the page for what does not exist',
    (url) => {
      expect(pageUrl(url)).toBe('/_not-found');
    },
  );

  test.each(['/', '/links/abc?range=7d', '/links/a%2Fb', '/links?q=%', '/%E6%97%A5', '/login?next=%2Flinks'])(
    '%s stays as it is',
    (url) => {
      expect(pageUrl(url)).toBe(url);
    },
  );
});
