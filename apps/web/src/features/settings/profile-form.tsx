'use client';

import { useRouter } from 'next/navigation';
import { useState, type SyntheticEvent } from 'react';
import { toast } from '../../components/toast.tsx';
import { auth } from '../../client/auth.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Field, Input } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { authFailureKey } from '../auth/auth-failure.ts';
import { ConfirmEmailButton } from './confirm-email-button.tsx';
import { SettingsCard } from './settings-card.tsx';

interface Props {
  name: string;
  email: string;
  /** Whether the address is known to be theirs; null where nobody is asked. */
  confirmed: boolean | null;
}

export function ProfileForm({ name: saved, email, confirmed }: Props) {
  const { t } = useTranslator();
  const router = useRouter();
  const [name, setName] = useState(saved);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const save = async () => {
    setBusy(true);
    const { error } = await auth.updateUser({ name: name.trim() });
    setBusy(false);
    if (error !== null) return setProblem(t(authFailureKey(error)));
    toast.success(t('profile.saved'));
    router.refresh();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') return setProblem(t('error.field.required'));
    setProblem(undefined);
    save().catch(() => {
      setBusy(false);
      setProblem(t('error.network'));
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <SettingsCard
        title={t('profile.title')}
        text={t('profile.text')}
        footer={
          <Button type="submit" variant="primary" busy={busy}>
            {t('common.save')}
          </Button>
        }
      >
        <div className="grid max-w-md gap-4">
          <Field label={t('auth.name')} error={problem}>
            {(control) => (
              <Input
                {...control}
                autoComplete="name"
                maxLength={100}
                value={name}
                onChange={(event) => {
                  setName(event.target.value);
                  setProblem(undefined);
                }}
              />
            )}
          </Field>
          <Field
            label={t('auth.email')}
            hint={t(confirmed === false ? 'profile.email.why' : 'profile.email.hint')}
            aside={
              confirmed !== null && (
                <Badge tone={confirmed ? 'good' : 'warning'}>
                  {t(confirmed ? 'profile.email.confirmed' : 'profile.email.unconfirmed')}
                </Badge>
              )
            }
          >
            {(control) => (
              <Input {...control} type="email" value={email} readOnly className="bg-background text-muted" />
            )}
          </Field>
          {confirmed === false && <ConfirmEmailButton email={email} />}
        </div>
      </SettingsCard>
    </form>
  );
}
