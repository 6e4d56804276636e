'use client';

import { useState, type SyntheticEvent } from 'react';
import { toast } from '../../components/toast.tsx';
import { auth } from '../../client/auth.ts';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { authFailureKey, passwordProblem } from '../auth/auth-failure.ts';
import { PasswordField } from '../auth/password-field.tsx';
import { SettingsCard } from './settings-card.tsx';

export function PasswordForm() {
  const { t } = useTranslator();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problems, setProblems] = useState<{ current?: string | undefined; next?: string | undefined }>({});
  const [busy, setBusy] = useState(false);

  const change = async () => {
    setBusy(true);
    const { error } = await auth.changePassword({
      currentPassword: current,
      newPassword: next,
      revokeOtherSessions: true,
    });
    setBusy(false);
    if (error === null) {
      setCurrent('');
      setNext('');
      toast.success(t('password.saved'));
    } else if (error.code === 'INVALID_PASSWORD') {
      setProblems({ current: t('password.wrong') });
    } else {
      setProblems({ next: t(authFailureKey(error)) });
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    const bad = passwordProblem(next);
    const found = {
      current: current === '' ? t('error.field.required') : undefined,
      next: bad && t(bad),
    };
    setProblems(found);
    if (found.current !== undefined || found.next !== undefined) return;
    change().catch(() => {
      setBusy(false);
      setProblems({ next: t('error.network') });
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <SettingsCard
        title={t('password.title')}
        text={t('password.text')}
        footer={
          <Button type="submit" variant="primary" busy={busy}>
            {t('password.submit')}
          </Button>
        }
      >
        <div className="grid max-w-md gap-4">
          <PasswordField
            label={t('password.current')}
            name="current-password"
            autoComplete="current-password"
            value={current}
            onChange={setCurrent}
            error={problems.current}
          />
          <PasswordField
            label={t('auth.password.new')}
            name="new-password"
            autoComplete="new-password"
            value={next}
            onChange={setNext}
            error={problems.next}
            hint={t('auth.password.hint')}
          />
        </div>
      </SettingsCard>
    </form>
  );
}
