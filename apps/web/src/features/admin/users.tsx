'use client';

import type { AdminUser } from '@brevia/api';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTRPC, useTRPCClient } from '../../client/trpc.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { ColumnHead, Table } from '../../components/ui/table.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { SettingsCard } from '../settings/settings-card.tsx';
import { ListFailure, MoreButton } from './list-ends.tsx';
import { SearchField } from './search-field.tsx';
import { UserDialog } from './user-dialog.tsx';
import { UserRow } from './user-row.tsx';
import type { UserDeed } from './user-deeds.ts';

/** Everybody with an account, and what an admin may do to them (WEB-4). */
export function Users({ viewerId }: { viewerId: string }) {
  const { t } = useTranslator();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<{ deed: UserDeed; user: AdminUser } | null>(null);
  const list = useInfiniteQuery({
    // By hand, as for links: tRPC's own infinite query adds a field that the API's strict schema refuses.
    queryKey: trpc.admin.users.list.infiniteQueryKey({ search }),
    queryFn: ({ pageParam, signal }) =>
      client.admin.users.list.query({ search, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const users = list.data?.pages.flatMap((page) => page.items) ?? [];
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  // A search looks through a bounded number of accounts in one call: it goes on by itself until it has met somebody.
  const isSearching = users.length === 0 && hasNextPage;
  useEffect(() => {
    if (isSearching && !isFetching && !isError) void fetchNextPage();
  }, [isSearching, isFetching, isError, fetchNextPage]);
  return (
    <SettingsCard title={t('admin.users')} text={t('admin.users.text')}>
      <SearchField label={t('admin.users.search')} onSearch={setSearch} />
      {list.isPending ? (
        <div aria-busy className="grid gap-4 border-t border-line pt-5">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-4/5" />
          <Skeleton className="h-9 w-11/12" />
        </div>
      ) : isError ? (
        <ListFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : isSearching ? (
        <p aria-live="polite" className="flex items-center gap-2 border-t border-line pt-5 text-muted">
          <Spinner />
          {t('admin.users.searching')}
        </p>
      ) : users.length === 0 ? (
        <Notice icon={<SearchX />} title={t('admin.none')} className="border-t border-line pb-8">
          {t('admin.none.text')}
        </Notice>
      ) : (
        <Table
          caption={t('admin.users')}
          headClassName="[&>th]:py-2 [&>th]:pr-4"
          head={
            <>
              <ColumnHead>{t('admin.users.account')}</ColumnHead>
              <ColumnHead className="w-24 pr-8! text-right max-sm:hidden">
                {t('admin.users.links')}
              </ColumnHead>
              <ColumnHead className="w-32 max-sm:hidden">
                <span title={t('admin.users.seen.hint')}>{t('admin.users.seen')}</span>
              </ColumnHead>
              <ColumnHead className="w-32 max-md:hidden">{t('admin.users.since')}</ColumnHead>
              <ColumnHead className="w-px" hidden>
                {t('admin.actions')}
              </ColumnHead>
            </>
          }
        >
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isViewer={user.id === viewerId}
              onChoose={(deed) => setOpen({ deed, user })}
            />
          ))}
        </Table>
      )}
      {users.length > 0 && hasNextPage && (
        <MoreButton busy={list.isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
      {open !== null && <UserDialog {...open} onClose={() => setOpen(null)} />}
    </SettingsCard>
  );
}
