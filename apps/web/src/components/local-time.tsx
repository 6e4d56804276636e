'use client';

import { useSyncExternalStore } from 'react';
import { useTranslator } from '../i18n/provider.tsx';

const never = () => () => {};

/** False while the server's markup is being taken over, so that both render the same first. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

interface Props {
  date: Date;
  /** `day` shows the date only; the full time is in the title. */
  as?: 'day' | 'time';
}

/** A time in the reader's own zone and language; in UTC until the browser has taken over. */
export function LocalTime({ date, as = 'time' }: Props) {
  const { locale } = useTranslator();
  const zone = useHydrated() ? {} : { timeZone: 'UTC' };
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', ...zone }).format(
    date,
  );
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone }).format(date);
  return (
    <time dateTime={date.toISOString()} title={as === 'day' ? full : undefined} className="whitespace-nowrap">
      {as === 'day' ? day : full}
    </time>
  );
}
