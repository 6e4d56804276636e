'use client';

import type { ClickHealth } from '@brevia/api';
import { cn } from '../../components/ui/cn.ts';
import { useTranslator } from '../../i18n/provider.tsx';
import { SettingsCard } from '../settings/settings-card.tsx';

interface Figure {
  readonly label: string;
  /** Null where nothing here can tell. */
  readonly value: string | null;
  readonly hint?: string;
  readonly isBad?: boolean;
}

/** How far clicks are counted, and how many were lost on the way. */
export function ClickFigures({ clicks }: { clicks: ClickHealth }) {
  const { t, locale } = useTranslator();
  const number = new Intl.NumberFormat(locale);
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const count = (value: number | null) => (value === null ? null : number.format(value));
  const { lastUpdated, lagSeconds, waitingClicks, waitingBatches, dropped, deadLetters } = clicks;
  const figures: Figure[] = [
    {
      label: t('admin.health.clicks.lastUpdated'),
      value: lastUpdated === null ? null : clock.format(lastUpdated),
      ...(lastUpdated === null ? {} : { hint: day.format(lastUpdated) }),
    },
    {
      label: t('admin.health.clicks.lag'),
      value: lagSeconds === null ? null : t('admin.health.clicks.seconds', { n: number.format(lagSeconds) }),
      isBad: (lagSeconds ?? 0) > 30,
    },
    {
      label: t('admin.health.clicks.waiting'),
      value: count(waitingClicks),
      hint:
        waitingBatches === null
          ? t('admin.health.clicks.waiting.plain')
          : t('admin.health.clicks.waiting.hint', { n: number.format(waitingBatches) }),
    },
    {
      label: t('admin.health.clicks.dropped'),
      value: count(dropped),
      hint: t('admin.health.clicks.dropped.hint'),
      isBad: (dropped ?? 0) > 0,
    },
    {
      label: t('admin.health.clicks.dead'),
      value: count(deadLetters),
      hint: t('admin.health.clicks.dead.hint'),
      isBad: (deadLetters ?? 0) > 0,
    },
  ];
  return (
    <SettingsCard title={t('admin.health.clicks')} text={t('admin.health.clicks.text')}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-t border-line pt-4 md:grid-cols-5">
        {figures.map(({ label, value, hint, isBad }) => (
          <div key={label}>
            <dt className="text-xs text-faint">{label}</dt>
            <dd>
              <span
                className={cn(
                  'text-lg font-semibold tracking-tight tabular-nums',
                  value === null && 'text-faint',
                  isBad === true && 'text-danger',
                )}
              >
                {value === null ? (
                  <>
                    <span aria-hidden>–</span>
                    <span className="sr-only">{t('common.unknown')}</span>
                  </>
                ) : (
                  value
                )}
              </span>
              {hint !== undefined && <span className="block text-xs text-muted">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </SettingsCard>
  );
}
