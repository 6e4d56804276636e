'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CloudOff, Monitor } from 'lucide-react';
import { toast } from '../../components/toast.tsx';
import { auth } from '../../client/auth.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { deviceName } from './device-name.ts';
import { SettingsCard } from './settings-card.tsx';

const KEY = ['sessions'];

async function listSessions() {
  const { data, error } = await auth.listSessions();
  if (error !== null) throw new Error(error.code ?? 'sessions');
  return data.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** @param currentId the session of this page */
export function SessionsCard({ currentId }: { currentId: string }) {
  const { t, locale } = useTranslator();
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: KEY, queryFn: listSessions, retry: 1 });
  const end = useMutation({
    mutationFn: async (token: string | null) => {
      const { error } =
        token === null ? await auth.revokeOtherSessions() : await auth.revokeSession({ token });
      if (error !== null) throw new Error(error.code ?? 'sessions');
    },
    onSuccess: async () => {
      toast.success(t('sessions.ended'));
      await queries.invalidateQueries({ queryKey: KEY });
    },
    onError: () => toast.error(t('auth.error.other')),
  });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const others = sessions.data?.some(({ id }) => id !== currentId) === true;
  return (
    <SettingsCard
      title={t('sessions.title')}
      text={t('sessions.text')}
      aside={
        others && (
          <Button size="sm" busy={end.isPending} onClick={() => end.mutate(null)}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {sessions.isError ? (
        <Notice
          icon={<CloudOff />}
          title={t('sessions.failed')}
          action={<Button onClick={() => void sessions.refetch()}>{t('common.retry')}</Button>}
        />
      ) : (
        <ul aria-busy={sessions.isPending} className="divide-y divide-line border-t border-line">
          {sessions.isPending
            ? [1, 2].map((row) => (
                <li key={row} className="flex items-center gap-4 py-4">
                  <Skeleton className="size-9 rounded-lg" />
                  <Skeleton className="h-4 w-48" />
                </li>
              ))
            : sessions.data.map((session) => {
                const device = deviceName(session.userAgent) ?? t('sessions.unknown');
                return (
                  <li key={session.id} className="flex items-center gap-4 py-3.5">
                    <span className="grid size-9 shrink-0 place-items-center rounded-lg border border-line bg-background text-faint">
                      <Monitor aria-hidden className="size-4" />
                    </span>
                    <div className="min-w-0 flex-1">
                      <p className="flex flex-wrap items-center gap-x-2 font-medium">
                        {device}
                        {session.id === currentId && <Badge tone="good">{t('sessions.this')}</Badge>}
                      </p>
                      <p className="truncate text-[0.8125rem] text-muted">
                        {t('sessions.since', { date: date.format(session.createdAt) })}
                        {session.ipAddress ? ` · ${session.ipAddress}` : ''}
                      </p>
                    </div>
                    {session.id !== currentId && (
                      <Button
                        size="sm"
                        variant="ghost"
                        aria-label={t('sessions.endOf', { device })}
                        busy={end.isPending}
                        onClick={() => end.mutate(session.token)}
                      >
                        {t('sessions.end')}
                      </Button>
                    )}
                  </li>
                );
              })}
        </ul>
      )}
    </SettingsCard>
  );
}
