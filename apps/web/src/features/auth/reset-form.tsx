'use client';

import { useState, type SyntheticEvent } from 'react';
import { auth } from '../../client/auth.ts';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { authFailureKey, passwordProblem } from './auth-failure.ts';
import { PasswordField } from './password-field.tsx';

/** @param token out of the link that was sent */
export function ResetForm({ token }: { token: string }) {
  const { t } = useTranslator();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');

  const reset = async () => {
    setState('busy');
    const { error } = await auth.resetPassword({ token, newPassword: password });
    setState(error === null ? 'done' : 'open');
    if (error !== null) setProblem(t(authFailureKey(error)));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (state === 'busy') return;
    const bad = passwordProblem(password);
    setProblem(bad && t(bad));
    if (bad !== undefined) return;
    reset().catch(() => {
      setState('open');
      setProblem(t('error.network'));
    });
  };

  if (state === 'done') {
    return (
      <p role="status" className="rounded-lg bg-accent-soft px-4 py-3 text-accent-ink">
        {t('auth.reset.done')}
      </p>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <PasswordField
        label={t('auth.password.new')}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={problem}
        hint={t('auth.password.hint')}
      />
      <Button type="submit" variant="primary" size="lg" busy={state === 'busy'} className="h-10">
        {t('auth.reset.submit')}
      </Button>
    </form>
  );
}
