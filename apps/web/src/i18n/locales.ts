export const LOCALES = ['en', 'fr'] as const;
export type Locale = (typeof LOCALES)[number];
const DEFAULT_LOCALE: Locale = 'en';
export const LOCALE_COOKIE = 'brevia-locale';

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/**
 * The language of a page: the visitor's own choice (cookie), else the best of Accept-Language by its weights
 * (RFC 9110, section 12.5.4), else English.
 */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(cookie)) return cookie;
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part, position) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined);
      const quality = weight === undefined ? 1 : Number(weight);
      return { language: tag.split('-')[0] ?? '', quality: Number.isNaN(quality) ? 0 : quality, position };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.position - b.position);
  for (const { language } of wanted) if (isLocale(language)) return language;
  return DEFAULT_LOCALE;
}
