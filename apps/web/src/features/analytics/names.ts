import type { Dimension } from '@brevia/api';
import type { Translator } from '../../i18n/translate.ts';

/** Name of an ISO 3166-1 alpha-2 country in the reader's language, the code itself where it is none. */
export function countryName(locale: string, code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

function languageName(locale: string, tag: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    // Whatever a client sent as Accept-Language is no tag then: it is shown as it came.
    return tag;
  }
}

const DEVICES = {
  desktop: 'analytics.device.desktop',
  mobile: 'analytics.device.mobile',
  tablet: 'analytics.device.tablet',
  tv: 'analytics.device.tv',
  bot: 'analytics.device.bot',
} as const;

/** How a value of a break-down is called; an empty one means unknown. */
export function valueName({ t, locale }: Translator, by: Dimension, value: string): string {
  if (value === '') return by === 'referrer' ? t('analytics.direct') : t('common.unknown');
  if (by === 'country') return countryName(locale, value);
  if (by === 'language') return languageName(locale, value);
  if (by === 'device') {
    const key = value.toLowerCase();
    return Object.hasOwn(DEVICES, key) ? t(DEVICES[key as keyof typeof DEVICES]) : value;
  }
  return value;
}
