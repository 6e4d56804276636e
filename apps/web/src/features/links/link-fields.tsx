'use client';

import { X } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { Field, Input, Textarea } from '../../components/ui/field.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { AliasField } from './alias-field.tsx';
import type { LinkFormValues } from './link-form-values.ts';
import { TagsField } from './tags-field.tsx';
import { UtmBuilder } from './utm-builder.tsx';

interface Props {
  values: LinkFormValues;
  onChange: (part: Partial<LinkFormValues>) => void;
  isNew: boolean;
  host: string | undefined;
  errors: Readonly<Record<'longUrl' | 'alias' | 'title' | 'notes' | 'tags' | 'expires', string | undefined>>;
  suggestions: readonly string[];
}

export function LinkFields({ values, onChange, isNew, host, errors, suggestions }: Props) {
  const { t } = useTranslator();
  const optional = t('common.optional');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <div className="grid gap-2">
        <Field label={t('link.form.target')} error={errors.longUrl}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              name="longUrl"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              placeholder={t('link.form.target.placeholder')}
              value={values.longUrl}
              onChange={(event) => onChange({ longUrl: event.target.value })}
            />
          )}
        </Field>
        <UtmBuilder url={values.longUrl} onChange={(longUrl) => onChange({ longUrl })} />
      </div>
      {isNew && (
        <AliasField
          alias={values.alias}
          onChange={(alias) => onChange({ alias })}
          error={errors.alias}
          suggestions={suggestions}
          host={host}
        />
      )}
      <Field
        label={t('link.form.title')}
        optional={optional}
        hint={t('link.form.title.hint')}
        error={errors.title}
      >
        {(control) => (
          <Input
            {...control}
            value={values.title}
            maxLength={200}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <TagsField tags={values.tags} onChange={(tags) => onChange({ tags })} error={errors.tags} />
      <Field
        label={t('link.form.expires')}
        optional={optional}
        hint={t('link.form.expires.hint', { zone })}
        error={errors.expires}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              type="datetime-local"
              max="9999-12-31T23:59"
              value={values.expires}
              onChange={(event) => onChange({ expires: event.target.value })}
            />
            {values.expires !== '' && (
              <Button onClick={() => onChange({ expires: '' })}>
                <X aria-hidden className="size-4" />
                {t('link.form.expires.clear')}
              </Button>
            )}
          </div>
        )}
      </Field>
      <div className="grid gap-4 rounded-lg border border-line p-4">
        {!isNew && (
          <Switch
            label={t('link.form.enabled')}
            hint={t('link.form.enabled.hint')}
            checked={values.enabled}
            onCheckedChange={(enabled) => onChange({ enabled })}
          />
        )}
        <Switch
          label={t('link.form.forwardQuery')}
          hint={t('link.form.forwardQuery.hint')}
          checked={values.forwardQuery}
          onCheckedChange={(forwardQuery) => onChange({ forwardQuery })}
        />
        <Switch
          label={t('link.form.permanent')}
          hint={values.expires === '' ? t('link.form.permanent.hint') : t('link.form.permanent.expiry')}
          checked={values.permanent && values.expires === ''}
          disabled={values.expires !== ''}
          onCheckedChange={(permanent) => onChange({ permanent })}
        />
      </div>
      <Field label={t('link.form.notes')} optional={optional} error={errors.notes}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={2000}
            value={values.notes}
            onChange={(event) => onChange({ notes: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
