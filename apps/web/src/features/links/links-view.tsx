'use client';

import type { LinkDto } from '@brevia/api';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { CloudOff, Link2, Plus, SearchX } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { failureText } from '../../client/failure-text.ts';
import { readFailure } from '../../client/failure.ts';
import { useTRPC, useTRPCClient } from '../../client/trpc.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { cn } from '../../components/ui/cn.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { isNarrowed, toListInput } from './link-filters.ts';
import { LinkTable, LinkTableSkeleton } from './link-table.tsx';
import { LinkToolbar } from './link-toolbar.tsx';
import type { RowActions } from './link-row.tsx';
import { useLinkActions } from './use-link-actions.ts';
import { useLinkFilters } from './use-link-filters.ts';
import { useLinkTotals } from './use-link-totals.ts';

const LinkDialog = dynamic(() => import('./link-dialog.tsx').then((module) => module.LinkDialog), {
  ssr: false,
});
const QrDialog = dynamic(() => import('./qr-dialog.tsx').then((module) => module.QrDialog), { ssr: false });

type Open = { kind: 'create' } | { kind: 'edit'; link: LinkDto } | { kind: 'qr'; link: LinkDto } | null;

/** True while someone types or a dialog is open: single keys are no commands then. */
const isBusyElsewhere = (event: KeyboardEvent): boolean =>
  event.target instanceof HTMLElement &&
  event.target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null;

/** @param host of short links, as it is shown */
export function LinksView({ host }: { host: string | undefined }) {
  const translator = useTranslator();
  const { t, plural } = translator;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [filters, setFilters] = useLinkFilters();
  const [open, setOpen] = useState<Open>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [working, setWorking] = useState(false);
  const perform = useLinkActions();

  const input = toListInput(filters);
  const list = useInfiniteQuery({
    // By hand: tRPC's own infinite query adds a `direction` to the input, which the API's strict schema refuses.
    queryKey: trpc.links.list.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }) => client.links.list.query({ ...input, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const links = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  // What left the list (deleted, filtered out) is no longer selected.
  const chosen = useMemo(
    () => links.filter((link) => selected.has(link.code)).map((link) => link.code),
    [links, selected],
  );

  const clicksOf = useLinkTotals(list.data?.pages);
  const select = useCallback((codes: readonly string[], on: boolean) => {
    setSelected((before) => {
      const after = new Set(before);
      for (const code of codes)
        if (on) after.add(code);
        else after.delete(code);
      return after;
    });
  }, []);
  const onPerform: RowActions['onPerform'] = (deed, codes) => {
    setWorking(true);
    void perform(deed, codes).then((done) => {
      setWorking(false);
      select(done, false);
    });
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'c' || event.ctrlKey || event.metaKey || event.altKey || isBusyElsewhere(event))
        return;
      event.preventDefault();
      setOpen({ kind: 'create' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const create = (
    <Button variant="primary" onClick={() => setOpen({ kind: 'create' })} aria-keyshortcuts="c">
      <Plus aria-hidden className="size-4" />
      {t('links.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('links.title')} actions={create} />
      <LinkToolbar filters={filters} onChange={setFilters} />
      <Card
        aria-label={t('links.title')}
        aria-busy={list.isPending}
        className={cn('transition-opacity', list.isPlaceholderData && 'opacity-60')}
      >
        {list.isPending ? (
          <LinkTableSkeleton />
        ) : list.isError && links.length === 0 ? (
          <Notice
            icon={<CloudOff />}
            title={t('links.failed.title')}
            action={<Button onClick={() => void list.refetch()}>{t('common.retry')}</Button>}
          >
            {failureText(translator, readFailure(list.error))}
          </Notice>
        ) : links.length === 0 && isNarrowed(filters) ? (
          <Notice
            icon={<SearchX />}
            title={t('links.none.title')}
            action={
              <Button onClick={() => setFilters({ search: '', tag: '', state: '' })}>
                {t('links.filter.clear')}
              </Button>
            }
          >
            {t('links.none.text')}
          </Notice>
        ) : links.length === 0 ? (
          <Notice icon={<Link2 />} title={t('links.empty.title')} action={create}>
            {t('links.empty.text')}
          </Notice>
        ) : (
          <LinkTable
            links={links}
            clicksOf={clicksOf}
            selected={selected}
            onSelect={select}
            onEdit={(link) => setOpen({ kind: 'edit', link })}
            onQr={(link) => setOpen({ kind: 'qr', link })}
            onTag={(tag) => setFilters({ tag })}
            onPerform={onPerform}
          />
        )}
      </Card>
      {links.length > 0 && (
        <div className="mt-4 flex items-center justify-between gap-4 px-1 text-[0.8125rem] text-faint">
          <span aria-live="polite">{plural('links.loaded', links.length)}</span>
          {list.hasNextPage && (
            <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('links.more')}
            </Button>
          )}
        </div>
      )}
      <BulkBar
        codes={chosen}
        deleted={filters.state === 'deleted'}
        busy={working}
        onPerform={onPerform}
        onClear={() => setSelected(new Set())}
      />
      {(open?.kind === 'create' || open?.kind === 'edit') && (
        <LinkDialog
          key={open.kind === 'edit' ? open.link.code : ''}
          link={open.kind === 'edit' ? open.link : undefined}
          host={host}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'qr' && <QrDialog url={open.link.shortUrl} onClose={() => setOpen(null)} />}
    </>
  );
}
