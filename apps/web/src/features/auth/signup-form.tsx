'use client';

import { useRef, useState, type SyntheticEvent } from 'react';
import { auth } from '../../client/auth.ts';
import { Button } from '../../components/ui/button.tsx';
import { Field, Input } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { authFailureKey, emailProblem, passwordProblem } from './auth-failure.ts';
import { EmailField } from './email-field.tsx';
import { enterDashboard } from './enter-dashboard.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { PasswordField } from './password-field.tsx';

interface Problems {
  name?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
  form?: string | undefined;
}

/** @param next a path of our own, checked by the page */
export function SignupForm({ next }: { next: string }) {
  const { t } = useTranslator();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  /** What is wrong at first sight, and the focus on the first of it. */
  const check = (): boolean => {
    const badEmail = emailProblem(email);
    const badPassword = passwordProblem(password);
    const found: Problems = {
      name: name.trim() === '' ? t('error.field.required') : undefined,
      email: badEmail && t(badEmail),
      password: badPassword && t(badPassword),
    };
    setProblems(found);
    const first = (['name', 'email', 'password'] as const).find((field) => found[field] !== undefined);
    if (first === undefined) return true;
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    return false;
  };
  const signUp = async () => {
    setBusy(true);
    const { error } = await auth.signUp.email({ name: name.trim(), email: email.trim(), password });
    if (error === null) return enterDashboard(next);
    setBusy(false);
    setProblems({ form: t(authFailureKey(error)) });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || !check()) return;
    signUp().catch(() => {
      setBusy(false);
      setProblems({ form: t('error.network') });
    });
  };

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <FormProblem text={problems.form} />
      <Field label={t('auth.name')} error={problems.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            maxLength={100}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
            className="h-10"
          />
        )}
      </Field>
      <EmailField value={email} onChange={setEmail} error={problems.email} />
      <PasswordField
        label={t('auth.password')}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={problems.password}
        hint={t('auth.password.hint')}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1 h-10">
        {t('auth.signup.submit')}
      </Button>
    </form>
  );
}
