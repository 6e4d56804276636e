'use client';

import { useState } from 'react';
import { auth } from '../../client/auth.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { authFailureKey } from './auth-failure.ts';

/**
 * Confirms an address at a press: a mail scanner that opens every link must not do it for somebody who never signed up.
 * @param token out of the link that was sent
 */
export function VerifyForm({ token }: { token: string }) {
  const { t } = useTranslator();
  const [problem, setProblem] = useState<string>();
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
  const confirm = async () => {
    setState('busy');
    const error = await auth.verifyEmail({ query: { token } }).then(
      (answer) => answer.error,
      () => ({ status: 0 }),
    );
    setState(error === null ? 'done' : 'open');
    if (error === null) setProblem(undefined);
    else setProblem(t(error.status === 401 ? 'auth.verify.invalid' : authFailureKey(error)));
  };
  if (state === 'done') {
    return (
      <p role="status" className="rounded-lg bg-accent-soft px-4 py-3 text-accent-ink">
        {t('auth.verify.done')}
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      <FormProblem text={problem} />
      <Button
        variant="primary"
        size="lg"
        busy={state === 'busy'}
        onClick={() => void confirm()}
        className="h-10"
      >
        {t('auth.verify.submit')}
      </Button>
    </div>
  );
}
