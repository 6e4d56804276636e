'use client';

import type { Ref } from 'react';
import { Field, Input } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

/** The longest address that mail can be sent to (RFC 5321). */
const LONGEST = 254;

interface Props {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** The address that somebody signs in with. */
export function EmailField({ value, onChange, error, ref }: Props) {
  const { t } = useTranslator();
  return (
    <Field label={t('auth.email')} error={error}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          name="email"
          type="email"
          autoComplete="username"
          maxLength={LONGEST}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-10"
        />
      )}
    </Field>
  );
}
