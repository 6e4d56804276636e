'use client';

import type { ApiKeyDto } from '@brevia/api';
import { useQuery } from '@tanstack/react-query';
import { CloudOff, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../client/failure-text.ts';
import { readFailure } from '../../client/failure.ts';
import { useTRPC } from '../../client/trpc.tsx';
import { LocalTime } from '../../components/local-time.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ColumnHead, Table } from '../../components/ui/table.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { SettingsCard } from './settings-card.tsx';

type Open = { kind: 'create' } | { kind: 'revoke'; key: ApiKeyDto } | null;

/** The workspace's keys: their first characters only; the secret was shown once (API-1, C210). */
export function ApiKeys() {
  const translator = useTranslator();
  const { t } = translator;
  const trpc = useTRPC();
  const [open, setOpen] = useState<Open>(null);
  const keys = useQuery(trpc.apiKeys.list.queryOptions());
  const create = (
    <Button variant="primary" onClick={() => setOpen({ kind: 'create' })}>
      <Plus aria-hidden className="size-4" />
      {t('keys.new')}
    </Button>
  );
  return (
    <SettingsCard title={t('keys.title')} text={t('keys.text')} aside={create}>
      {keys.isPending ? (
        <div aria-busy className="grid gap-4 border-t border-line pt-5">
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-4/5" />
        </div>
      ) : keys.isError ? (
        <Notice
          icon={<CloudOff />}
          title={t('keys.failed.title')}
          action={<Button onClick={() => void keys.refetch()}>{t('common.retry')}</Button>}
        >
          {failureText(translator, readFailure(keys.error))}
        </Notice>
      ) : keys.data.length === 0 ? (
        <Notice icon={<KeyRound />} title={t('keys.empty.title')} className="border-t border-line pb-8">
          {t('keys.empty.text')}
        </Notice>
      ) : (
        <KeyTable keys={keys.data} onRevoke={(key) => setOpen({ kind: 'revoke', key })} />
      )}
      {open?.kind === 'create' && <CreateKeyDialog onClose={() => setOpen(null)} />}
      {open?.kind === 'revoke' && <RevokeKeyDialog apiKey={open.key} onClose={() => setOpen(null)} />}
    </SettingsCard>
  );
}

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKeyDto[]; onRevoke: (key: ApiKeyDto) => void }) {
  const { t } = useTranslator();
  return (
    <Table
      caption={t('keys.title')}
      headClassName="[&>th]:py-2 [&>th]:pr-4"
      head={
        <>
          <ColumnHead>{t('keys.column.name')}</ColumnHead>
          <ColumnHead className="max-sm:hidden">{t('keys.column.scopes')}</ColumnHead>
          <ColumnHead className="max-md:hidden">{t('keys.column.created')}</ColumnHead>
          <ColumnHead className="max-sm:hidden">{t('keys.column.expires')}</ColumnHead>
          <ColumnHead hidden>{t('keys.column.actions')}</ColumnHead>
        </>
      }
    >
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
      ))}
    </Table>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKeyDto; onRevoke: () => void }) {
  const { t } = useTranslator();
  const revoked = apiKey.revokedAt !== null;
  const expired = apiKey.expiresAt !== null && apiKey.expiresAt.getTime() <= Date.now();
  return (
    <tr className="align-top [&>td]:py-3.5 [&>td]:pr-4">
      <td className="max-w-0 sm:w-2/5">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{apiKey.name}</span>
          {revoked ? (
            <Badge tone="danger">{t('keys.state.revoked')}</Badge>
          ) : (
            expired && <Badge tone="warning">{t('keys.state.expired')}</Badge>
          )}
        </p>
        <p className="truncate font-mono text-xs leading-5 text-muted">{apiKey.start}…</p>
      </td>
      <td className="max-sm:hidden">
        <ul className="grid gap-0.5 text-[0.8125rem] text-muted">
          {apiKey.scopes.map((scope) => (
            <li key={scope}>{t(`keys.scope.${scope}`)}</li>
          ))}
        </ul>
      </td>
      <td className="text-[0.8125rem] text-muted max-md:hidden">
        <LocalTime date={apiKey.createdAt} as="day" />
      </td>
      <td className="text-[0.8125rem] text-muted max-sm:hidden">
        {apiKey.expiresAt === null ? t('common.never') : <LocalTime date={apiKey.expiresAt} as="day" />}
      </td>
      <td className="w-px pr-0! text-right">
        {!revoked && (
          <Button
            size="sm"
            variant="dangerGhost"
            aria-label={t('keys.revokeOf', { name: apiKey.name })}
            onClick={onRevoke}
            className="-my-1.5"
          >
            {t('keys.revoke')}
          </Button>
        )}
      </td>
    </tr>
  );
}
