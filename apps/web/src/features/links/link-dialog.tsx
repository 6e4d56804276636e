'use client';

import type { LinkDto } from '@brevia/api';
import { useEffect, useRef, useState } from 'react';
import { failureText, fieldText } from '../../client/failure-text.ts';
import type { Failure } from '../../client/failure.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { completeUrl } from './complete-url.ts';
import { LinkFields } from './link-fields.tsx';
import { EMPTY_LINK, toCreateInput, toPatch, valuesOf, type LinkFormValues } from './link-form-values.ts';
import { fromLocalInput } from './local-time.ts';
import { withoutScheme } from './target-text.ts';
import { useSaveLink } from './use-save-link.ts';

interface Props {
  /** The link to change; none to make a new one. */
  link: LinkDto | undefined;
  /** Host of short links, as they are shown. */
  host: string | undefined;
  onClose: () => void;
}

/** Fields that show their own problem; any other problem stands above the form. */
const SHOWN_FIELDS = ['longUrl', 'customAlias', 'title', 'notes', 'tags', 'expiresAt'];

/** Makes or changes a link. After an error all that was typed stays, with the message beside its field. */
export function LinkDialog({ link, host, onClose }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const start = link === undefined ? EMPTY_LINK : valuesOf(link);
  const [values, setValues] = useState<LinkFormValues>(start);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [expiryProblem, setExpiryProblem] = useState<string>();
  const save = useSaveLink({ onSaved: onClose, onFailed: setFailure });

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  const change = (part: Partial<LinkFormValues>) => {
    setValues((before) => ({ ...before, ...part }));
    if (failure !== null) setFailure(null);
    setExpiryProblem(undefined);
  };
  const submit = () => {
    const expires = fromLocalInput(values.expires);
    if (values.expires !== start.expires && expires !== null && expires.getTime() <= Date.now()) {
      setExpiryProblem(t('link.form.expires.past'));
      return;
    }
    setFailure(null);
    if (link === undefined) save.create(toCreateInput(values, completeUrl));
    else save.change(link.code, toPatch(link, values, completeUrl));
  };

  const errorOf = (field: string) => fieldText(translator, failure, field);
  const aliasRefused = failure?.code === 'alias_taken' || failure?.code === 'alias_reserved';
  const besideField = aliasRefused || SHOWN_FIELDS.some((field) => errorOf(field) !== undefined);
  return (
    <FormDialog
      title={
        link === undefined
          ? t('link.create.title')
          : t('link.edit.title', { link: withoutScheme(link.shortUrl) })
      }
      submitLabel={link === undefined ? t('link.create.submit') : t('common.save')}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      formRef={form}
    >
      <FormProblem text={failure === null || besideField ? undefined : failureText(translator, failure)} />
      <LinkFields
        values={values}
        onChange={change}
        isNew={link === undefined}
        host={host}
        errors={{
          longUrl: errorOf('longUrl'),
          alias: errorOf('customAlias') ?? (aliasRefused ? failureText(translator, failure) : undefined),
          title: errorOf('title'),
          notes: errorOf('notes'),
          tags: errorOf('tags'),
          expires: expiryProblem ?? errorOf('expiresAt'),
        }}
        suggestions={failure?.suggestions ?? []}
      />
    </FormDialog>
  );
}
