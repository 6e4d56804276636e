'use client';

import type { Dimension } from '@brevia/api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CloudOff, Download } from 'lucide-react';
import { useState } from 'react';
import { useTRPC } from '../../client/trpc.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader } from '../../components/ui/card.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Segments } from '../../components/ui/segments.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { BarList } from './bar-list.tsx';
import { valueName } from './names.ts';
import { saveBreakdown } from './stats-files.ts';
import type { BotsShown } from './time-chart.tsx';

const TITLES = {
  country: 'analytics.countries',
  referrer: 'analytics.referrers',
  browser: 'analytics.browsers',
  os: 'analytics.systems',
  device: 'analytics.devices',
  language: 'analytics.languages',
} as const satisfies Record<Dimension, string>;

interface Props {
  title: string;
  code: string;
  /** The first one opens; more than one makes a choice of them. */
  dimensions: readonly Dimension[];
  input: { readonly from: Date; readonly timezone: string; readonly bots: BotsShown };
}

/** A link's clicks by one dimension at a time. */
export function BreakdownCard({ title, code, dimensions, input }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const trpc = useTRPC();
  const [by, setBy] = useState<Dimension>(dimensions[0] ?? 'referrer');
  const query = useQuery({
    ...trpc.stats.breakdown.queryOptions({ code, by, limit: 100, ...input }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.by === by ? query.data.rows : undefined;
  const all = rows?.reduce((sum, row) => sum + row.clicks, 0);
  return (
    <Card className="flex flex-col">
      <CardHeader
        title={title}
        aside={
          <Button
            variant="ghost"
            size="icon"
            aria-label={`${t('analytics.csv')}: ${t(TITLES[by])}`}
            title={t('analytics.csv')}
            disabled={rows === undefined}
            onClick={() => rows !== undefined && saveBreakdown(code, by, rows)}
          >
            <Download aria-hidden className="size-4" />
          </Button>
        }
      />
      {dimensions.length > 1 && (
        <div className="overflow-x-auto px-5 pb-3">
          <Segments
            label={title}
            value={by}
            onChange={setBy}
            options={dimensions.map((dimension) => ({ value: dimension, label: t(TITLES[dimension]) }))}
          />
        </div>
      )}
      {query.isError && rows === undefined ? (
        <Notice
          icon={<CloudOff />}
          title={t('analytics.failed.title')}
          action={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
        />
      ) : (
        <BarList
          label={t(TITLES[by])}
          {...(all !== undefined && { total: all })}
          rows={rows?.slice(0, 8).map(({ value, clicks }) => ({
            key: value,
            clicks,
            label: <span className="truncate">{valueName(translator, by, value)}</span>,
          }))}
        />
      )}
    </Card>
  );
}
