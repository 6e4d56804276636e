'use client';

import { ChevronRight } from 'lucide-react';
import { Field, Input } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { readUtm, takesUtm, UTM_FIELDS, writeUtm } from './utm.ts';

const EXAMPLES = {
  source: 'newsletter',
  medium: 'email',
  campaign: 'spring',
  term: '',
  content: '',
} as const;

/** Campaign parameters, read from the destination and written into it as they are typed. */
export function UtmBuilder({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const { t } = useTranslator();
  const values = readUtm(url);
  const ready = takesUtm(url);
  return (
    <details className="group rounded-lg border border-line">
      <summary className="flex h-9 list-none items-center gap-2 rounded-lg px-3 text-[0.8125rem] font-medium text-muted select-none hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 text-faint transition-transform group-open:rotate-90" />
        {t('utm.title')}
      </summary>
      <div className="grid gap-3 px-3 pt-1 pb-3">
        <p className="text-[0.8125rem] text-faint">{ready ? t('utm.hint') : t('utm.needTarget')}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          {UTM_FIELDS.map((field) => (
            <Field key={field} label={t(`utm.${field}`)}>
              {(control) => (
                <Input
                  {...control}
                  value={values[field]}
                  placeholder={EXAMPLES[field]}
                  disabled={!ready}
                  maxLength={200}
                  autoComplete="off"
                  onChange={(event) => onChange(writeUtm(url, field, event.target.value))}
                />
              )}
            </Field>
          ))}
        </div>
      </div>
    </details>
  );
}
