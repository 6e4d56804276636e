import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { chooseLocale, LOCALE_COOKIE } from './locales.ts';
import { MESSAGES } from './messages/index.ts';
import { createTranslator } from './translate.ts';

/** The translator of this request, for server components. */
export const getTranslator = cache(async () => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = chooseLocale(jar.get(LOCALE_COOKIE)?.value, head.get('accept-language'));
  return createTranslator(locale, MESSAGES[locale]);
});
