'use client';

import Link from 'next/link';
import { useRef, useState, type SyntheticEvent } from 'react';
import { auth } from '../../client/auth.ts';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { authFailureKey, emailProblem } from './auth-failure.ts';
import { EmailField } from './email-field.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { enterDashboard } from './enter-dashboard.ts';
import { PasswordField } from './password-field.tsx';
import { TwoFactorForm } from './two-factor-form.tsx';

/** @param next a path of our own, checked by the page */
export function LoginForm({ next }: { next: string }) {
  const { t } = useTranslator();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<{ email?: string; password?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const signIn = async () => {
    const badEmail = emailProblem(email);
    if (badEmail !== undefined) {
      setProblems({ email: t(badEmail) });
      return emailInput.current?.focus();
    }
    if (password === '') {
      setProblems({ password: t('error.field.required') });
      return passwordInput.current?.focus();
    }
    setProblems({});
    setBusy(true);
    const { data, error } = await auth.signIn.email({ email: email.trim(), password });
    if (error === null) {
      if ('twoFactorRedirect' in data && data.twoFactorRedirect === true) {
        setBusy(false);
        return setNeedsCode(true);
      }
      return enterDashboard(next);
    }
    setBusy(false);
    setProblems({ form: t(authFailureKey(error)) });
    passwordInput.current?.focus();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!busy) signIn().catch(() => stop(t('error.network')));
  };
  const stop = (text: string) => {
    setBusy(false);
    setProblems({ form: text });
  };

  if (needsCode) return <TwoFactorForm next={next} />;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormProblem text={problems.form} />
      <EmailField ref={emailInput} value={email} onChange={setEmail} error={problems.email} />
      <PasswordField
        ref={passwordInput}
        label={t('auth.password')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={problems.password}
        aside={
          <Link
            href="/forgot-password"
            className="rounded text-[0.8125rem] text-muted hover:text-ink hover:underline"
          >
            {t('auth.forgot')}
          </Link>
        }
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1 h-10">
        {t('auth.login.submit')}
      </Button>
    </form>
  );
}
