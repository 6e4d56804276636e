'use client';

import type { LinkDto } from '@brevia/api';
import { useEffect, useRef } from 'react';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ColumnHead, Table } from '../../components/ui/table.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { LinkRow, type RowActions } from './link-row.tsx';

interface Props extends RowActions {
  links: readonly LinkDto[];
  /** Clicks by code; see `LinkRow`. */
  clicksOf: (code: string) => number | null | undefined;
  selected: ReadonlySet<string>;
  onSelect: (codes: readonly string[], selected: boolean) => void;
}

export function LinkTable({ links, clicksOf, selected, onSelect, ...actions }: Props) {
  const { t } = useTranslator();
  const all = useRef<HTMLInputElement>(null);
  const chosen = links.filter((link) => selected.has(link.code)).length;
  useEffect(() => {
    if (all.current !== null) all.current.indeterminate = chosen > 0 && chosen < links.length;
  }, [chosen, links.length]);
  return (
    <Table
      caption={t('links.title')}
      headClassName="[&>th]:py-2.5"
      head={
        <>
          <ColumnHead className="w-11 pl-4 sm:pl-5">
            <input
              ref={all}
              type="checkbox"
              aria-label={t('links.column.select')}
              checked={chosen > 0 && chosen === links.length}
              onChange={(event) =>
                onSelect(
                  links.map((link) => link.code),
                  event.target.checked,
                )
              }
              className="block size-4"
            />
          </ColumnHead>
          <ColumnHead>{t('links.column.link')}</ColumnHead>
          <ColumnHead className="w-24 pr-5 text-right max-sm:hidden">{t('analytics.clicks')}</ColumnHead>
          <ColumnHead className="w-48 max-xl:hidden">{t('links.column.tags')}</ColumnHead>
          <ColumnHead className="w-36 max-md:hidden">{t('links.column.created')}</ColumnHead>
          <ColumnHead className="w-14" hidden>
            {t('links.column.actions')}
          </ColumnHead>
        </>
      }
    >
      {links.map((link) => (
        <LinkRow
          key={link.code}
          link={link}
          clicks={clicksOf(link.code)}
          selected={selected.has(link.code)}
          onSelect={(value) => onSelect([link.code], value)}
          {...actions}
        />
      ))}
    </Table>
  );
}

/** The table's shape while its rows are on their way. */
export function LinkTableSkeleton() {
  return (
    <div aria-hidden className="divide-y divide-line">
      <div className="h-10" />
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="flex items-center gap-4 px-5 py-4">
          <Skeleton className="size-4" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="h-3 w-full max-w-80" />
          </div>
          <Skeleton className="h-3 w-20 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
