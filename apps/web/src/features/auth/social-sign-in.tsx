'use client';

import { useState } from 'react';
import { auth } from '../../client/auth.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import type { PlainMessageKey } from '../../i18n/translate.ts';
import { authFailureKey } from './auth-failure.ts';

export type SignInProvider = 'github' | 'google';

const NAMES: Record<SignInProvider, string> = { github: 'GitHub', google: 'Google' };

interface Props {
  /** Those that the operator has set up; with none there is nothing to see. */
  providers: readonly SignInProvider[];
  /** A path of our own, checked by the page. */
  next: string;
  /** Where the provider sends people back to when it went wrong, with `error` in the query. */
  back: '/login' | '/signup';
  /** What came back so. */
  error: string | undefined;
}

/** Signing in, or up, with an account elsewhere (WEB-1). */
export function SocialSignIn({ providers, next, back, error }: Props) {
  const { t } = useTranslator();
  const [waiting, setWaiting] = useState<SignInProvider>();
  const [problem, setProblem] = useState(error === undefined ? undefined : t(problemKey(error)));
  if (providers.length === 0) return null;
  const leave = async (provider: SignInProvider) => {
    setProblem(undefined);
    setWaiting(provider);
    const answer = await auth.signIn.social({ provider, callbackURL: next, errorCallbackURL: back });
    if (answer.error === null) return;
    setWaiting(undefined);
    setProblem(t(authFailureKey(answer.error)));
  };
  const start = (provider: SignInProvider) => {
    if (waiting !== undefined) return;
    leave(provider).catch(() => {
      setWaiting(undefined);
      setProblem(t('error.network'));
    });
  };
  return (
    <div className="mb-6 grid gap-3">
      <FormProblem text={problem} />
      {providers.map((provider) => (
        <Button
          key={provider}
          size="lg"
          busy={waiting === provider}
          onClick={() => start(provider)}
          className="h-10"
        >
          {t('auth.social', { provider: NAMES[provider] })}
        </Button>
      ))}
      <p className="flex items-center gap-3 pt-2 text-[0.8125rem] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('auth.social.or')}
      </p>
    </div>
  );
}

function problemKey(error: string): PlainMessageKey {
  return error === 'account_not_linked' ? 'auth.social.notLinked' : 'auth.social.failed';
}
