'use client';

import type { HealthReport } from '@brevia/api';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CloudOff, RefreshCw, TriangleAlert } from 'lucide-react';
import { useTRPC, useTRPCClient } from '../../client/trpc.tsx';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../components/ui/cn.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { SettingsCard } from '../settings/settings-card.tsx';
import { ClickFigures } from './click-figures.tsx';
import { HealthPart } from './health-part.tsx';
import { nameOf, troubled } from './health-texts.ts';

const EVERY_MS = 5_000;
/** The server asks for a second at most; longer than this it does not know who we are. */
const LONGEST_MS = 4_000;
const ENGINES = ['store', 'redis', 'stream', 'clickhouse'];

/** Engines and apps as the web server sees them, asked again and again while one looks (WEB-4). */
export function Health() {
  const { t, locale } = useTranslator();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const health = useQuery({
    queryKey: trpc.admin.health.queryKey(),
    queryFn: ({ signal }) =>
      client.admin.health.query(undefined, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      }),
    refetchInterval: EVERY_MS,
    retry: false,
    staleTime: 0,
  });
  const report = health.data;
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  const refresh = (
    <Button
      aria-label={t('admin.health.refresh')}
      busy={health.isFetching && health.isError}
      onClick={() => void health.refetch()}
    >
      <RefreshCw aria-hidden className="size-4" />
      {t('admin.health.refresh')}
    </Button>
  );
  if (report === undefined) {
    return (
      <SettingsCard title={t('admin.health')} text={t('admin.health.text')} aside={refresh}>
        {health.isError ? (
          <Notice icon={<CloudOff />} title={t('admin.failed')} className="border-t border-line pb-8">
            {t('admin.health.blind')}
          </Notice>
        ) : (
          <div aria-busy className="grid gap-5 border-t border-line pt-5">
            <span className="sr-only">{t('admin.health.checking')}</span>
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </div>
        )}
      </SettingsCard>
    );
  }
  const engines = report.parts.filter(({ name }) => ENGINES.includes(name));
  const apps = report.parts.filter(({ name }) => !ENGINES.includes(name));
  const time = clock.format(report.checkedAt);
  return (
    <>
      <SettingsCard title={t('admin.health')} text={t('admin.health.text')} aside={refresh}>
        <div className="border-t border-line pt-4">
          {health.isError ? (
            <Summary isWell={false}>
              {t('admin.health.stale', { time })} {t('admin.health.blind')}
            </Summary>
          ) : (
            <Verdict report={report} />
          )}
          <p className="mt-1 pl-7 text-[0.8125rem] text-faint tabular-nums">
            {t('admin.health.checked', { time })}
          </p>
        </div>
      </SettingsCard>
      <div className="grid grid-cols-1 gap-6">
        {[
          { title: t('admin.health.engines'), parts: engines },
          { title: t('admin.health.apps'), parts: apps },
        ].map(({ title, parts }) => (
          <SettingsCard key={title} title={title}>
            <ul className="divide-y divide-line border-t border-line">
              {parts.map((part) => (
                <HealthPart key={part.name} part={part} report={report} isOld={health.isError} />
              ))}
            </ul>
          </SettingsCard>
        ))}
        {!health.isError && <ClickFigures clicks={report.clicks} />}
      </div>
    </>
  );
}

function Verdict({ report }: { report: HealthReport }) {
  const { t, locale } = useTranslator();
  const names = troubled(report).map((part) => t(nameOf(part, report)));
  if (names.length === 0) return <Summary isWell>{t('admin.health.allUp')}</Summary>;
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  return <Summary isWell={false}>{t('admin.health.attention', { names: list })}</Summary>;
}

/** Said aloud when it changes, and only then. */
function Summary({ isWell, children }: { isWell: boolean; children: React.ReactNode }) {
  const Icon = isWell ? CircleCheck : TriangleAlert;
  return (
    <p role="status" className="flex items-start gap-2 font-medium">
      <Icon aria-hidden className={cn('mt-px size-5 shrink-0', isWell ? 'text-accent' : 'text-warning')} />
      <span>{children}</span>
    </p>
  );
}
