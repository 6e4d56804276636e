'use client';

import type { HealthReport, PartHealth } from '@brevia/api';
import { Badge } from '../../components/ui/badge.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { meaningOf, nameOf } from './health-texts.ts';

const TONES = {
  up: 'good',
  degraded: 'warning',
  down: 'danger',
  unknown: 'neutral',
  off: 'neutral',
} as const;

interface Props {
  part: PartHealth;
  report: HealthReport;
  /** The report is an old one: what was seen then, and no word of what it means now. */
  isOld: boolean;
}

/** One engine or app: how it is, what that means for people, and why. */
export function HealthPart({ part, report, isOld }: Props) {
  const { t, locale } = useTranslator();
  const { state, reasons, latencyMs } = part;
  const meaning = meaningOf(part);
  const label = t(`admin.health.state.${state}`);
  if (isOld) {
    return (
      <li className="py-3.5 last:pb-0">
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {t(nameOf(part, report))}
          <Badge>{t('admin.health.state.last', { state: label })}</Badge>
        </h3>
      </li>
    );
  }
  const since = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1 py-3.5 last:pb-0">
      <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
        {t(nameOf(part, report))}
        <Badge tone={TONES[state]} dot>
          {label}
        </Badge>
      </h3>
      {latencyMs !== null && (
        <p className="text-[0.8125rem] text-faint tabular-nums">
          <span aria-hidden>{t('admin.health.ms', { n: latencyMs })}</span>
          <span className="sr-only">{t('admin.health.latency', { n: latencyMs })}</span>
        </p>
      )}
      <div className="col-span-2 text-[0.8125rem] text-muted">
        <p>
          {meaning === undefined
            ? t('admin.health.web.up', { time: since.format(report.startedAt) })
            : t(meaning)}
        </p>
        {reasons.length > 0 && (
          <p className={state === 'down' ? 'text-danger' : 'text-warning'}>
            {reasons.map((reason) => t(`admin.health.reason.${reason}`)).join(' ')}
          </p>
        )}
      </div>
    </li>
  );
}
