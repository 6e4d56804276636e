'use client';

import { CirclePause, CirclePlay, RotateCcw, Trash2, X } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import type { RowActions } from './link-row.tsx';

interface Props {
  codes: readonly string[];
  /** The list shows deleted links only: they can be brought back, nothing else. */
  deleted: boolean;
  busy: boolean;
  onPerform: RowActions['onPerform'];
  onClear: () => void;
}

/** Floats over the list while links are selected. */
export function BulkBar({ codes, deleted, busy, onPerform, onClear }: Props) {
  const { t, plural } = useTranslator();
  if (codes.length === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label={t('links.selection')}
      className="fixed inset-x-3 bottom-20 z-30 mx-auto flex max-w-max animate-rise items-center gap-1 rounded-xl border border-line-strong bg-surface p-1.5 shadow-high lg:bottom-6 lg:left-60"
    >
      <span aria-live="polite" className="px-2.5 font-medium whitespace-nowrap tabular-nums">
        {plural('links.selected', codes.length)}
      </span>
      {deleted ? (
        <Button variant="ghost" size="sm" busy={busy} onClick={() => onPerform('restored', codes)}>
          <RotateCcw aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{t('links.action.restore')}</span>
        </Button>
      ) : (
        <>
          <Button variant="ghost" size="sm" busy={busy} onClick={() => onPerform('enabled', codes)}>
            <CirclePlay aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{t('links.action.enable')}</span>
          </Button>
          <Button variant="ghost" size="sm" busy={busy} onClick={() => onPerform('disabled', codes)}>
            <CirclePause aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{t('links.action.disable')}</span>
          </Button>
          <Button variant="dangerGhost" size="sm" busy={busy} onClick={() => onPerform('deleted', codes)}>
            <Trash2 aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{t('links.action.delete')}</span>
          </Button>
        </>
      )}
      <Button variant="ghost" size="icon" aria-label={t('links.selection.clear')} onClick={onClear}>
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}
