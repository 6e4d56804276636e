'use client';

import { Languages } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '../components/ui/button.tsx';
import { LOCALE_COOKIE, type Locale } from './locales.ts';
import { useTranslator } from './provider.tsx';

const YEAR_SECONDS = 31_536_000;

/** Keeps the choice for a year and renders the page again in that language. */
export function useLocaleSwitch(): (locale: Locale) => void {
  const router = useRouter();
  return (locale) => {
    document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    router.refresh();
  };
}

export function LocaleSwitch() {
  const { locale, t } = useTranslator();
  const switchTo = useLocaleSwitch();
  const other: Locale = locale === 'en' ? 'fr' : 'en';
  return (
    <Button variant="ghost" size="sm" onClick={() => switchTo(other)} lang={other}>
      <Languages aria-hidden className="size-4" />
      {t('common.otherLanguage')}
    </Button>
  );
}
