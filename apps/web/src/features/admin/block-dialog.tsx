'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText, fieldText } from '../../client/failure-text.ts';
import { readFailure, type Failure } from '../../client/failure.ts';
import { useTRPC } from '../../client/trpc.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { toast } from '../../components/toast.tsx';
import { Field, Input } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

interface Props {
  onClose: () => void;
  /** Gets the host as the server keeps it. */
  onBlocked: (host: string) => void;
}

/** Puts a host on the list. */
export function BlockDialog({ onClose, onBlocked }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [host, setHost] = useState('');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const block = useMutation(
    trpc.admin.blockedDomains.add.mutationOptions({
      onSuccess: async (added) => {
        toast.success(t('admin.blocked.added'));
        onBlocked(added.host);
        await queries.invalidateQueries(trpc.admin.blockedDomains.list.pathFilter());
      },
      onError: (error) => setFailure(readFailure(error)),
    }),
  );
  const submit = () => {
    setFailure(null);
    setMissing(host.trim() === '');
    if (host.trim() !== '') block.mutate({ host: host.trim(), reason: reason.trim() || null });
  };
  const hostProblem = missing ? t('error.field.required') : fieldText(translator, failure, 'host');
  const reasonProblem = fieldText(translator, failure, 'reason');
  const isShown = hostProblem !== undefined || reasonProblem !== undefined;
  return (
    <FormDialog
      title={t('admin.blocked.add')}
      submitLabel={t('admin.blocked.submit')}
      busy={block.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProblem text={failure === null || isShown ? undefined : failureText(translator, failure)} />
      <Field label={t('admin.blocked.host')} hint={t('admin.blocked.host.hint')} error={hostProblem}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder="example.com"
            maxLength={253}
            value={host}
            onChange={(event) => setHost(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('admin.blocked.reason')} optional={t('common.optional')} error={reasonProblem}>
        {(control) => (
          <Input
            {...control}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
