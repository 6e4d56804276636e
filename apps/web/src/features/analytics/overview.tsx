'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '../../client/trpc.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Card, CardHeader } from '../../components/ui/card.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { linkPath } from '../links/link-path.ts';
import { withoutScheme } from '../links/target-text.ts';
import { BarList } from './bar-list.tsx';
import { ChartCard } from './chart-card.tsx';
import { CountryCard } from './country-card.tsx';
import { StatTiles } from './stat-tiles.tsx';
import { StatsControls } from './stats-controls.tsx';
import { useStatsChoice } from './use-choice.ts';

const REFRESH_MS = 15_000;

/** All links of the workspace together. */
export function Overview({ workspace }: { workspace: string }) {
  const { t } = useTranslator();
  const trpc = useTRPC();
  const { choice, change, input } = useStatsChoice();
  const overview = useQuery({
    ...trpc.stats.overview.queryOptions({ granularity: choice.granularity, limit: 100, ...input }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const { data } = overview;
  const hint = t('analytics.inRange');
  const unknown = overview.isError ? null : undefined;
  return (
    <>
      <PageHeader title={t('analytics.title')} text={t('analytics.overview.text', { workspace })} />
      <div className="grid grid-cols-1 gap-4">
        <StatsControls choice={choice} onChange={change} />
        <StatTiles
          tiles={[
            { label: t('analytics.clicks'), hint, value: data?.totalClicks ?? unknown },
            { label: t('analytics.unique'), hint, value: data?.uniqueVisitors ?? unknown },
            {
              label: t('analytics.botClicks'),
              hint: t('analytics.bot.hint'),
              value: data?.botClicks ?? unknown,
            },
          ]}
        />
        <ChartCard
          points={data?.granularity === choice.granularity ? data.points : undefined}
          error={overview.error}
          stale={overview.isPlaceholderData}
          onRetry={() => void overview.refetch()}
          choice={choice}
          timeZone={input.timezone}
          subject={workspace}
        />
        <Card>
          <CardHeader title={t('analytics.topLinks')} />
          <BarList
            label={t('analytics.topLinks')}
            {...(data !== undefined && { total: data.totalClicks })}
            rows={(data?.topLinks ?? (overview.isError ? [] : undefined))
              ?.slice(0, 10)
              .map(({ code, shortUrl, clicks }) => ({
                key: code,
                clicks,
                label: (
                  <Link href={linkPath(code)} className="truncate rounded font-medium hover:underline">
                    {withoutScheme(shortUrl)}
                  </Link>
                ),
              }))}
          />
        </Card>
        <CountryCard
          rows={data?.topCountries ?? (overview.isError ? [] : undefined)}
          total={data?.totalClicks}
        />
      </div>
    </>
  );
}
