'use client';

import { useState } from 'react';
import { toast } from '../../components/toast.tsx';
import { auth } from '../../client/auth.ts';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { authFailureKey } from '../auth/auth-failure.ts';

/** Asks for the mail that confirms one's own address. */
export function ConfirmEmailButton({ email }: { email: string }) {
  const { t } = useTranslator();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const error = await auth.sendVerificationEmail({ email }).then(
      (answer) => answer.error,
      () => ({ status: 0 }),
    );
    setBusy(false);
    if (error === null) toast.success(t('profile.email.sent'));
    else toast.error(t(authFailureKey(error)));
  };
  return (
    <Button size="sm" busy={busy} onClick={() => void send()} className="justify-self-start">
      {t('profile.email.send')}
    </Button>
  );
}
