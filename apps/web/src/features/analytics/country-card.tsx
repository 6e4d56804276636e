'use client';

import dynamic from 'next/dynamic';
import { Card, CardHeader } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { BarList } from './bar-list.tsx';
import { countryName } from './names.ts';

const WorldMap = dynamic(() => import('./world-map.tsx'), {
  ssr: false,
  loading: () => <Skeleton className="aspect-[2/1] w-full" />,
});

interface Props {
  rows: readonly { readonly countryCode: string; readonly clicks: number }[] | undefined;
  total: number | undefined;
}

/** Where clicks come from: a map, and beside it the same numbers as a list. */
export function CountryCard({ rows, total }: Props) {
  const { t, locale } = useTranslator();
  const known = rows?.filter((row) => row.countryCode !== '');
  return (
    <Card>
      <CardHeader title={t('analytics.countries')} />
      <div className="grid items-center gap-x-4 lg:grid-cols-[1fr_22rem]">
        <div className="px-5 pb-4 lg:pr-0">
          <WorldMap rows={known ?? []} />
        </div>
        <div className="self-start">
          <BarList
            label={t('analytics.countries')}
            {...(total !== undefined && { total })}
            rows={rows?.slice(0, 8).map(({ countryCode, clicks }) => ({
              key: countryCode,
              clicks,
              label: (
                <>
                  <span
                    aria-hidden
                    className="w-7 shrink-0 rounded border border-line bg-surface text-center font-mono text-[0.6875rem] leading-5 text-muted"
                  >
                    {countryCode === '' ? '–' : countryCode}
                  </span>
                  <span className="truncate">
                    {countryCode === '' ? t('common.unknown') : countryName(locale, countryCode)}
                  </span>
                </>
              ),
            }))}
          />
        </div>
      </div>
    </Card>
  );
}
