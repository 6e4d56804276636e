'use client';

import { Field, Input } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

/** As long as the server takes it (packages/api, workspace-name). */
const LONGEST = 60;

interface Props {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  hint: string;
  autoFocus?: boolean;
  readOnly?: boolean;
}

export function WorkspaceNameField({ value, onChange, error, hint, autoFocus, readOnly = false }: Props) {
  const { t } = useTranslator();
  return (
    <Field label={t('workspace.name')} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          autoFocus={autoFocus}
          autoComplete="off"
          maxLength={LONGEST}
          readOnly={readOnly}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={readOnly ? 'bg-background text-muted' : ''}
        />
      )}
    </Field>
  );
}
