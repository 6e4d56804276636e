'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, SearchX, X } from 'lucide-react';
import { useState } from 'react';
import { failureText, fieldText } from '../../client/failure-text.ts';
import { readFailure } from '../../client/failure.ts';
import { useTRPC } from '../../client/trpc.tsx';
import { toast } from '../../components/toast.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Field, Input } from '../../components/ui/field.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { SettingsCard } from '../settings/settings-card.tsx';
import { ListFailure } from './list-ends.tsx';
import { SearchField } from './search-field.tsx';

/** Words that no alias may be (ALIAS-2): an admin's own, and those that belong to the program. */
export function ReservedWords() {
  const translator = useTranslator();
  const { t } = translator;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const list = useQuery(trpc.admin.reservedWords.list.queryOptions());
  const release = useMutation(
    trpc.admin.reservedWords.remove.mutationOptions({
      onSuccess: ({ word }) => {
        toast.success(t('admin.reserved.removed', { word }));
        return queries.invalidateQueries(trpc.admin.reservedWords.pathFilter());
      },
      onError: (error) => toast.error(failureText(translator, readFailure(error))),
    }),
  );
  if (list.isError) {
    return (
      <SettingsCard title={t('admin.reserved')} text={t('admin.reserved.text')}>
        <ListFailure error={list.error} onRetry={() => void list.refetch()} />
      </SettingsCard>
    );
  }
  const isMet = (word: string) => word.includes(search.toLowerCase());
  const own = list.data?.own.filter(({ word }) => isMet(word)) ?? [];
  const builtIn = list.data?.builtIn.filter(isMet) ?? [];
  return (
    <>
      <SettingsCard title={t('admin.reserved')} text={t('admin.reserved.text')}>
        <AddWord />
        <SearchField label={t('admin.reserved.search')} onSearch={setSearch} />
        <h3 className="mb-2 text-[0.8125rem] font-medium">{t('admin.reserved.own')}</h3>
        {list.isPending ? (
          <div aria-busy>
            <Skeleton className="h-8 w-3/5" />
          </div>
        ) : own.length === 0 ? (
          <p className="text-[0.8125rem] text-muted">
            {search === '' ? t('admin.reserved.empty') : t('admin.none')}
          </p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {own.map(({ word }) => (
              <li
                key={word}
                className="flex h-8 items-center gap-1 rounded-lg border border-line bg-accent-soft pl-2.5 text-[0.8125rem] text-accent-ink"
              >
                <span className="font-mono break-all">{word}</span>
                <button
                  type="button"
                  aria-label={t('admin.reserved.removeOf', { word })}
                  aria-disabled={release.isPending || undefined}
                  onClick={() => {
                    if (!release.isPending) release.mutate({ word });
                  }}
                  className="grid size-8 place-items-center rounded-lg hover:bg-subtle"
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </SettingsCard>
      <SettingsCard title={t('admin.reserved.builtIn')} text={t('admin.reserved.builtIn.text')}>
        {list.isPending ? (
          <div aria-busy>
            <Skeleton className="h-24 w-full" />
          </div>
        ) : builtIn.length === 0 ? (
          <Notice icon={<SearchX />} title={t('admin.none')}>
            {t('admin.none.text')}
          </Notice>
        ) : (
          <ul className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-xs leading-5 text-muted">
            {builtIn.map((word) => (
              <li key={word}>{word}</li>
            ))}
          </ul>
        )}
      </SettingsCard>
    </>
  );
}

function AddWord() {
  const translator = useTranslator();
  const { t } = translator;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [word, setWord] = useState('');
  const [missing, setMissing] = useState(false);
  const reserve = useMutation(
    trpc.admin.reservedWords.add.mutationOptions({
      onSuccess: (added) => {
        setWord('');
        toast.success(t('admin.reserved.added', { word: added.word }));
        return queries.invalidateQueries(trpc.admin.reservedWords.pathFilter());
      },
    }),
  );
  const failure = reserve.isError ? readFailure(reserve.error) : null;
  const problem = missing
    ? t('error.field.required')
    : failure === null
      ? undefined
      : (fieldText(translator, failure, 'word') ?? failureText(translator, failure));
  return (
    <form
      noValidate
      className="mb-5 flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(word.trim() === '');
        if (word.trim() !== '' && !reserve.isPending) reserve.mutate({ word: word.trim() });
      }}
    >
      <Field label={t('admin.reserved.word')} hideLabel error={problem} className="flex-1">
        {(control) => (
          <Input
            {...control}
            placeholder={t('admin.reserved.word')}
            maxLength={40}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={reserve.isPending}>
        <Plus aria-hidden className="size-4" />
        {t('admin.reserved.add')}
      </Button>
    </form>
  );
}
