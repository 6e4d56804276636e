import type { Metadata } from 'next';
import { FormProblem } from '../../../components/form-problem.tsx';
import { AuthCard, AuthLink } from '../../../features/auth/auth-card.tsx';
import { VerifyForm } from '../../../features/auth/verify-form.tsx';
import { getTranslator } from '../../../i18n/server.ts';

// The address holds the token: it must not travel in a Referer.
export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('auth.verify.title'), referrer: 'no-referrer' };
}

interface Props {
  searchParams: Promise<{ token?: string | string[] }>;
}

export default async function VerifyEmailPage({ searchParams }: Props) {
  const [{ t }, { token }] = await Promise.all([getTranslator(), searchParams]);
  const usable = typeof token === 'string' && token !== '';
  return (
    <AuthCard
      title={t('auth.verify.title')}
      {...(usable ? { text: t('auth.verify.text') } : {})}
      footer={<AuthLink href="/links">{t('nav.dashboard')}</AuthLink>}
    >
      {usable ? <VerifyForm token={token} /> : <FormProblem text={t('auth.verify.invalid')} />}
    </AuthCard>
  );
}
