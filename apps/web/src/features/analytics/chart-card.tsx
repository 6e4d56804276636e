'use client';

import type { SeriesPoint } from '@brevia/api';
import { CloudOff, Download, MousePointerClick } from 'lucide-react';
import { failureText } from '../../client/failure-text.ts';
import { readFailure } from '../../client/failure.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader } from '../../components/ui/card.tsx';
import { cn } from '../../components/ui/cn.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { saveSeries } from './stats-files.ts';
import { TimeChart } from './time-chart.tsx';
import type { StatsChoice } from './use-choice.ts';

interface Props {
  points: readonly SeriesPoint[] | undefined;
  error: unknown;
  stale: boolean;
  onRetry: () => void;
  choice: StatsChoice;
  timeZone: string;
  /** Goes into the names of files: the code, or the workspace. */
  subject: string;
}

/** Clicks over time in a card, with its sums, its file, and what is said when there is nothing to draw. */
export function ChartCard({ points, error, stale, onRetry, choice, timeZone, subject }: Props) {
  const translator = useTranslator();
  const { t, plural } = translator;
  const sum = (pick: (point: SeriesPoint) => number) =>
    (points ?? []).reduce((total, point) => total + pick(point), 0);
  const humans = sum((point) => point.humanClicks);
  const bots = sum((point) => point.botClicks);
  const shown = choice.bots === 'only' ? bots : choice.bots === 'include' ? humans + bots : humans;
  return (
    <Card aria-busy={points === undefined && error === null}>
      <CardHeader
        title={t('analytics.chart.title')}
        aside={
          <Button
            variant="ghost"
            size="sm"
            disabled={points === undefined}
            onClick={() => points !== undefined && saveSeries(subject, choice, points)}
          >
            <Download aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{t('analytics.csv')}</span>
          </Button>
        }
      />
      {points === undefined && error !== null ? (
        <Notice
          icon={<CloudOff />}
          title={t('analytics.failed.title')}
          action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
        >
          {readFailure(error).code === 'unavailable'
            ? t('analytics.failed.text')
            : failureText(translator, readFailure(error))}
        </Notice>
      ) : points === undefined ? (
        <div className="px-5 pb-5">
          <Skeleton className="h-72" />
        </div>
      ) : shown === 0 ? (
        <Notice icon={<MousePointerClick />} title={t('analytics.noClicks.title')}>
          {t('analytics.noClicks.text')}
        </Notice>
      ) : (
        <div className={cn('px-5 pb-3 transition-opacity', stale && 'opacity-60')}>
          <p className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-[0.8125rem] text-muted tabular-nums">
            {choice.bots !== 'only' && (
              <span className="flex items-center gap-2">
                <span aria-hidden className="size-2 rounded-full bg-accent" />
                {plural('analytics.clicks', humans)}
              </span>
            )}
            {choice.bots !== 'exclude' && (
              <span className="flex items-center gap-2">
                <span aria-hidden className="size-2 rounded-full bg-chart-2" />
                {plural('analytics.botClicks', bots)}
              </span>
            )}
            <span className="ml-auto text-faint">{t('analytics.chart.zone', { zone: timeZone })}</span>
          </p>
          <TimeChart
            points={points}
            granularity={choice.granularity}
            timeZone={timeZone}
            bots={choice.bots}
          />
        </div>
      )}
    </Card>
  );
}
