'use client';

import { useState, type SyntheticEvent } from 'react';
import { auth } from '../../client/auth.ts';
import { Button } from '../../components/ui/button.tsx';
import { Field, Input } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { authFailureKey } from './auth-failure.ts';
import { enterDashboard } from './enter-dashboard.ts';

/** The second step of signing in: a code of the app, or one of the backup codes. */
export function TwoFactorForm({ next }: { next: string }) {
  const { t } = useTranslator();
  const [backup, setBackup] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const verify = async () => {
    setBusy(true);
    setProblem(undefined);
    const typed = code.replaceAll(/\s/g, '');
    const { error } = backup
      ? await auth.twoFactor.verifyBackupCode({ code: typed })
      : await auth.twoFactor.verifyTotp({ code: typed });
    if (error === null) return enterDashboard(next);
    setBusy(false);
    setProblem(t(authFailureKey(error)));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    verify().catch(() => {
      setBusy(false);
      setProblem(t('error.network'));
    });
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p className="text-muted">{t('auth.twoFactor.text')}</p>
      <Field label={backup ? t('auth.twoFactor.backup') : t('auth.twoFactor.code')} error={problem}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            inputMode={backup ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            className="h-10 font-mono tracking-widest"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy} className="h-10">
        {t('auth.twoFactor.submit')}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        onClick={() => {
          setBackup(!backup);
          setCode('');
          setProblem(undefined);
        }}
      >
        {backup ? t('auth.twoFactor.useApp') : t('auth.twoFactor.useBackup')}
      </Button>
    </form>
  );
}
