'use client';

import type { BlockedDomainPage } from '@brevia/api';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Plus, SearchX, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useTRPC, useTRPCClient } from '../../client/trpc.tsx';
import { LocalTime } from '../../components/local-time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ColumnHead, Table } from '../../components/ui/table.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { SettingsCard } from '../settings/settings-card.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { HostLinksDialog } from './host-links-dialog.tsx';
import { ListFailure, MoreButton } from './list-ends.tsx';
import { SearchField } from './search-field.tsx';
import { UnblockDialog } from './unblock-dialog.tsx';

type Domain = BlockedDomainPage['items'][number];
type Open = { kind: 'block' } | { kind: 'links' | 'unblock'; host: string } | null;

/** Hosts that no link may lead to (API-6). */
export function BlockedDomains() {
  const { t } = useTranslator();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [open, setOpen] = useState<Open>(null);
  const [search, setSearch] = useState('');
  const close = () => setOpen(null);
  const list = useInfiniteQuery({
    // By hand, as for links: tRPC's own infinite query adds a field that the API's strict schema refuses.
    queryKey: trpc.admin.blockedDomains.list.infiniteQueryKey({ search }),
    queryFn: ({ pageParam, signal }) =>
      client.admin.blockedDomains.list.query({ search, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const domains = list.data?.pages.flatMap((page) => page.items) ?? [];
  const add = (
    <Button variant="primary" onClick={() => setOpen({ kind: 'block' })}>
      <Plus aria-hidden className="size-4" />
      {t('admin.blocked.add')}
    </Button>
  );
  return (
    <SettingsCard title={t('admin.blocked')} text={t('admin.blocked.text')} aside={add}>
      <SearchField label={t('admin.blocked.search')} onSearch={setSearch} />
      {list.isPending ? (
        <div aria-busy className="grid gap-4 border-t border-line pt-5">
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-4/5" />
        </div>
      ) : list.isError ? (
        <ListFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : domains.length === 0 ? (
        <Notice
          icon={search === '' ? <ShieldOff /> : <SearchX />}
          title={search === '' ? t('admin.blocked.empty') : t('admin.none')}
          className="border-t border-line pb-8"
        >
          {search === '' ? t('admin.blocked.empty.text') : t('admin.none.text')}
        </Notice>
      ) : (
        <DomainTable domains={domains} onOpen={setOpen} />
      )}
      {list.hasNextPage && (
        <MoreButton busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
      {open?.kind === 'block' && (
        <BlockDialog onClose={close} onBlocked={(host) => setOpen({ kind: 'links', host })} />
      )}
      {open?.kind === 'links' && <HostLinksDialog host={open.host} onClose={close} />}
      {open?.kind === 'unblock' && <UnblockDialog host={open.host} onClose={close} />}
    </SettingsCard>
  );
}

function DomainTable({ domains, onOpen }: { domains: readonly Domain[]; onOpen: (open: Open) => void }) {
  const { t } = useTranslator();
  return (
    <Table
      caption={t('admin.blocked')}
      headClassName="[&>th]:py-2 [&>th]:pr-4"
      head={
        <>
          <ColumnHead>{t('admin.blocked.host')}</ColumnHead>
          <ColumnHead className="w-36 max-sm:hidden">{t('admin.blocked.since')}</ColumnHead>
          <ColumnHead hidden>{t('admin.actions')}</ColumnHead>
        </>
      }
    >
      {domains.map(({ host, reason, createdAt }) => (
        <tr key={host} className="align-top [&>td]:py-3.5 [&>td]:pr-4">
          <td className="max-w-0">
            <p className="font-mono text-[0.8125rem] leading-5 font-medium break-all">{host}</p>
            {reason !== null && reason !== '' && (
              <p className="text-[0.8125rem] break-words text-muted">{reason}</p>
            )}
          </td>
          <td className="text-[0.8125rem] text-muted max-sm:hidden">
            <LocalTime date={createdAt} as="day" />
          </td>
          <td className="w-px pr-0! whitespace-nowrap">
            <div className="-my-1.5 flex justify-end gap-1 max-sm:flex-col max-sm:items-end">
              <Button
                size="sm"
                variant="ghost"
                aria-label={t('admin.blocked.linksTo', { host })}
                onClick={() => onOpen({ kind: 'links', host })}
              >
                {t('admin.blocked.links')}
              </Button>
              <Button
                size="sm"
                variant="dangerGhost"
                aria-label={t('admin.blocked.removeOf', { host })}
                onClick={() => onOpen({ kind: 'unblock', host })}
              >
                {t('admin.blocked.remove')}
              </Button>
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}
