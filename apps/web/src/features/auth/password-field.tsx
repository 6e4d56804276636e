'use client';

import { Eye, EyeOff } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import { Field, Input } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

interface Props {
  label: string;
  name?: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  hint?: string;
  aside?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A password that can be looked at before it is sent. */
export function PasswordField(props: Props) {
  const { label, name = 'password', autoComplete, value, onChange, error, hint, aside, ref } = props;
  const { t } = useTranslator();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} error={error} hint={hint} aside={aside}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            ref={ref}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            spellCheck={false}
            maxLength={128}
            required
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="h-10 pr-10"
          />
          <button
            type="button"
            aria-label={`${shown ? t('common.hide') : t('common.show')}: ${label}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute top-1 right-1 grid size-8 place-items-center rounded-md text-faint hover:text-ink"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        </div>
      )}
    </Field>
  );
}
