'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../client/trpc.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { BreakdownCard } from './breakdown-card.tsx';
import { ChartCard } from './chart-card.tsx';
import { CountryCard } from './country-card.tsx';
import { StatTiles } from './stat-tiles.tsx';
import { StatsControls } from './stats-controls.tsx';
import { useStatsChoice } from './use-choice.ts';

/** The counter is live: clicks show within seconds (STAT-1). */
const LIVE_MS = 5_000;
const CHART_MS = 30_000;

/** A link's clicks: sums, over time, by country and by everything else (WEB-3). */
export function LinkStats({ code }: { code: string }) {
  const { t } = useTranslator();
  const trpc = useTRPC();
  const { choice, change, input } = useStatsChoice();
  const summary = useQuery({
    ...trpc.stats.summary.queryOptions({ code }),
    refetchInterval: LIVE_MS,
  });
  const series = useQuery({
    ...trpc.stats.series.queryOptions({ code, granularity: choice.granularity, ...input }),
    refetchInterval: CHART_MS,
    placeholderData: keepPreviousData,
  });
  const countries = useQuery({
    ...trpc.stats.breakdown.queryOptions({ code, by: 'country', limit: 100, ...input }),
    refetchInterval: CHART_MS,
    placeholderData: keepPreviousData,
  });
  // What was counted before stays; without it a failure shows as unknown, not as loading for ever.
  const sums = summary.data;
  const unknown = summary.isError ? null : undefined;
  const countryRows = countries.data?.rows.map(({ value, clicks }) => ({ countryCode: value, clicks }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <StatTiles
        tiles={[
          {
            label: t('analytics.total'),
            hint: t('analytics.total.hint'),
            value: sums?.totalClicks ?? unknown,
          },
          {
            label: t('analytics.last24h'),
            hint: t('analytics.last24h.hint'),
            value: sums?.clicksLast24h ?? unknown,
          },
          {
            label: t('analytics.unique'),
            hint: t('analytics.unique.hint'),
            value: sums?.uniqueVisitors ?? unknown,
          },
          {
            label: t('analytics.botClicks'),
            hint: t('analytics.bot.hint'),
            value: sums?.botClicks ?? unknown,
          },
        ]}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <StatsControls choice={choice} onChange={change} />
        <LiveMark newest={sums?.lastUpdated ?? null} failed={summary.isError} />
      </div>
      <ChartCard
        points={series.data?.granularity === choice.granularity ? series.data.points : undefined}
        error={series.error}
        stale={series.isPlaceholderData}
        onRetry={() => void series.refetch()}
        choice={choice}
        timeZone={input.timezone}
        subject={code}
      />
      <CountryCard
        rows={countryRows ?? (countries.isError ? [] : undefined)}
        total={countryRows?.reduce((sum, row) => sum + row.clicks, 0)}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <BreakdownCard
          title={t('analytics.sources')}
          code={code}
          dimensions={['referrer', 'language']}
          input={input}
        />
        <BreakdownCard
          title={t('analytics.technology')}
          code={code}
          dimensions={['device', 'browser', 'os']}
          input={input}
        />
      </div>
    </div>
  );
}

/** Says that the numbers keep coming, and how new the newest is. */
function LiveMark({ newest, failed }: { newest: Date | null; failed: boolean }) {
  const { t, locale } = useTranslator();
  if (failed) return null;
  const time =
    newest && new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }).format(newest);
  return (
    <p className="flex items-center gap-2 text-[0.8125rem] text-faint tabular-nums">
      <span aria-hidden className="relative flex size-2">
        <span className="absolute size-full animate-ping rounded-full bg-accent opacity-50 motion-reduce:hidden" />
        <span className="size-full rounded-full bg-accent" />
      </span>
      {time === null ? t('analytics.live') : t('analytics.updated', { time })}
    </p>
  );
}
