'use client';

import type { ReactNode } from 'react';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

export interface BarRow {
  readonly key: string;
  readonly label: ReactNode;
  readonly clicks: number;
}

interface Props {
  label: string;
  /** undefined while they are on their way. */
  rows: readonly BarRow[] | undefined;
  /** Clicks of the whole range, for the shares; the sum of the rows where it is not known. */
  total?: number;
}

/** Names with their clicks and share, each on a bar of its length. All names are text (C204). */
export function BarList({ label, rows, total }: Props) {
  const { t, locale } = useTranslator();
  if (rows === undefined) {
    return (
      <div aria-busy className="grid gap-2 px-5 pb-5">
        {[90, 70, 60, 40, 30].map((width) => (
          <div key={width} style={{ width: `${width}%` }}>
            <Skeleton className="h-8" />
          </div>
        ))}
      </div>
    );
  }
  if (rows.length === 0) {
    return <p className="px-5 pt-8 pb-14 text-center text-muted">{t('analytics.noData')}</p>;
  }
  const most = Math.max(...rows.map((row) => row.clicks), 1);
  const whole = Math.max(
    total ?? 0,
    rows.reduce((sum, row) => sum + row.clicks, 0),
    1,
  );
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <ul aria-label={label} className="grid gap-1 px-3 pb-4">
      {rows.map((row) => (
        <li
          key={row.key}
          className="group relative flex h-8 items-center justify-between gap-3 rounded-md px-2.5 hover:bg-subtle"
        >
          <span
            aria-hidden
            className="absolute inset-y-0 left-0 rounded-md bg-accent-soft"
            style={{ width: `${Math.max(1, (row.clicks / most) * 100)}%` }}
          />
          <span className="relative flex min-w-0 items-center gap-2.5">{row.label}</span>
          <span className="relative flex shrink-0 items-baseline gap-3 tabular-nums">
            <span>{number.format(row.clicks)}</span>
            <span className="w-11 text-right text-xs text-muted">{percent.format(row.clicks / whole)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
