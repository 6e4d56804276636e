'use client';

import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

export interface Tile {
  readonly label: string;
  readonly hint: string;
  /** undefined while it is on its way, null when it can't be had. */
  readonly value: number | null | undefined;
}

/** A row of big numbers. */
export function StatTiles({ tiles }: { tiles: readonly Tile[] }) {
  const { locale } = useTranslator();
  const number = new Intl.NumberFormat(locale);
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-low lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none max-lg:[&>div:last-child:nth-child(odd)]:col-span-2">
      {tiles.map((tile) => (
        <div key={tile.label} className="bg-surface px-5 py-4">
          <dt className="text-[0.8125rem] text-muted">{tile.label}</dt>
          <dd className="mt-1 text-2xl leading-8 font-semibold tracking-tight tabular-nums">
            {tile.value === undefined ? (
              <Skeleton className="my-1 h-6 w-20" />
            ) : tile.value === null ? (
              '–'
            ) : (
              number.format(tile.value)
            )}
          </dd>
          <dd className="mt-0.5 text-xs text-faint">{tile.hint}</dd>
        </div>
      ))}
    </dl>
  );
}
