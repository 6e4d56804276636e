'use client';

import type { Scope } from '@brevia/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureText, fieldText } from '../../client/failure-text.ts';
import { readFailure, type Failure } from '../../client/failure.ts';
import { useTRPC } from '../../client/trpc.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { Field, Input } from '../../components/ui/field.tsx';
import { Select } from '../../components/ui/select.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

const ALL_SCOPES: readonly Scope[] = ['links:read', 'links:write', 'stats:read'];
const LIFETIMES_DAYS = [30, 90, 365];
const DAY_MS = 86_400_000;

/** Makes a key and shows its secret once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const translator = useTranslator();
  const { t, plural } = translator;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['links:read', 'links:write']);
  const [days, setDays] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [problems, setProblems] = useState<{ name?: string | undefined; scopes?: string | undefined }>({});
  const scopesId = useId();
  const create = useMutation(
    trpc.apiKeys.create.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.apiKeys.pathFilter()),
      onError: (error) => setFailure(readFailure(error)),
    }),
  );

  const submit = () => {
    const found = {
      name: name.trim() === '' ? t('error.field.required') : undefined,
      scopes: scopes.length === 0 ? t('keys.scopes.none') : undefined,
    };
    setProblems(found);
    setFailure(null);
    if (found.name !== undefined || found.scopes !== undefined) return;
    create.mutate({
      name: name.trim(),
      scopes: [...scopes],
      expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS),
    });
  };

  if (create.data !== undefined) return <NewSecret secret={create.data.secret} onClose={onClose} />;
  const nameProblem = problems.name ?? fieldText(translator, failure, 'name');
  return (
    <FormDialog
      title={t('keys.create.title')}
      submitLabel={t('keys.create.submit')}
      busy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProblem
        text={failure === null || nameProblem !== undefined ? undefined : failureText(translator, failure)}
      />
      <Field label={t('keys.name')} hint={t('keys.name.hint')} error={nameProblem}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <fieldset aria-describedby={problems.scopes === undefined ? undefined : scopesId}>
        <legend className="text-[0.8125rem] font-medium">{t('keys.scopes')}</legend>
        <div className="mt-2 divide-y divide-line rounded-lg border border-line">
          {ALL_SCOPES.map((scope) => (
            <label key={scope} className="flex items-center gap-3 px-3.5 py-2.5">
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={(event) =>
                  setScopes(
                    ALL_SCOPES.filter((other) =>
                      other === scope ? event.target.checked : scopes.includes(other),
                    ),
                  )
                }
                className="size-4"
              />
              <span className="flex-1">{t(`keys.scope.${scope}`)}</span>
              <code className="font-mono text-xs text-faint">{scope}</code>
            </label>
          ))}
        </div>
        <p id={scopesId} role="alert" className="mt-1.5 text-[0.8125rem] text-danger empty:hidden">
          {problems.scopes}
        </p>
      </fieldset>
      <Field label={t('keys.expires')}>
        {(control) => (
          <Select {...control} value={days} onChange={(event) => setDays(event.target.value)}>
            <option value="">{t('keys.expires.never')}</option>
            {LIFETIMES_DAYS.map((lifetime) => (
              <option key={lifetime} value={lifetime}>
                {plural('keys.expires.days', lifetime)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}

function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslator();
  return (
    <Dialog sticky title={t('keys.created.title')} description={t('keys.created.text')} onClose={onClose}>
      <DialogBody>
        <div className="flex items-center gap-3 rounded-lg border border-line bg-background p-3">
          <code data-testid="api-key-secret" className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">
            {secret}
          </code>
          <CopyButton text={secret} label={`${t('common.copy')}: ${t('keys.created.title')}`} withText />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t('keys.created.done')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
