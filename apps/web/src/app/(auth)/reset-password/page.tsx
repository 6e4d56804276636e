import type { Metadata } from 'next';
import { FormProblem } from '../../../components/form-problem.tsx';
import { AuthCard, AuthLink } from '../../../features/auth/auth-card.tsx';
import { ResetForm } from '../../../features/auth/reset-form.tsx';
import { getTranslator } from '../../../i18n/server.ts';

// The address holds the token: it must not travel in a Referer.
export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('auth.reset.title'), referrer: 'no-referrer' };
}

interface Props {
  searchParams: Promise<{ token?: string | string[]; error?: string | string[] }>;
}

export default async function ResetPasswordPage({ searchParams }: Props) {
  const [{ t }, { token, error }] = await Promise.all([getTranslator(), searchParams]);
  const usable = typeof token === 'string' && token !== '' && error === undefined;
  return (
    <AuthCard
      title={t('auth.reset.title')}
      footer={
        usable ? (
          <AuthLink href="/login">{t('auth.forgot.back')}</AuthLink>
        ) : (
          <AuthLink href="/forgot-password">{t('auth.forgot.title')}</AuthLink>
        )
      }
    >
      {usable ? <ResetForm token={token} /> : <FormProblem text={t('auth.reset.invalid')} />}
    </AuthCard>
  );
}
