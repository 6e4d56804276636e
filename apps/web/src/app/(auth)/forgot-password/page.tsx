import type { Metadata } from 'next';
import { AuthCard, AuthLink } from '../../../features/auth/auth-card.tsx';
import { ForgotForm } from '../../../features/auth/forgot-form.tsx';
import { getTranslator } from '../../../i18n/server.ts';
import { getContainer } from '../../../server/caller.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('auth.forgot.title') };
}

export default async function ForgotPasswordPage() {
  const { t } = await getTranslator();
  const isOfUse = getContainer().mailReaches !== 'nobody';
  return (
    <AuthCard
      title={t('auth.forgot.title')}
      text={t(isOfUse ? 'auth.forgot.text' : 'auth.forgot.noMail')}
      footer={<AuthLink href="/login">{t('auth.forgot.back')}</AuthLink>}
    >
      {isOfUse && <ForgotForm />}
    </AuthCard>
  );
}
