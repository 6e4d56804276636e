'use client';

import { useState, type SyntheticEvent } from 'react';
import { auth } from '../../client/auth.ts';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { authFailureKey, emailProblem } from './auth-failure.ts';
import { EmailField } from './email-field.tsx';

/** Asks for a link for a new password; the answer never tells whether an account exists. */
export function ForgotForm() {
  const { t } = useTranslator();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');

  const ask = async () => {
    setState('busy');
    const { error } = await auth.requestPasswordReset({ email: email.trim(), redirectTo: '/reset-password' });
    setState(error === null ? 'sent' : 'open');
    if (error !== null) setProblem(t(authFailureKey(error)));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (state === 'busy') return;
    const bad = emailProblem(email);
    setProblem(bad && t(bad));
    if (bad !== undefined) return;
    ask().catch(() => {
      setState('open');
      setProblem(t('error.network'));
    });
  };

  if (state === 'sent') {
    return (
      <p role="status" className="rounded-lg bg-accent-soft px-4 py-3 text-accent-ink">
        {t('auth.forgot.sent')}
      </p>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <EmailField value={email} onChange={setEmail} error={problem} />
      <Button type="submit" variant="primary" size="lg" busy={state === 'busy'} className="h-10">
        {t('auth.forgot.submit')}
      </Button>
    </form>
  );
}
