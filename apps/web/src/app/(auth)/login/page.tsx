import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AuthCard, AuthLink } from '../../../features/auth/auth-card.tsx';
import { LoginForm } from '../../../features/auth/login-form.tsx';
import { safeNextPath } from '../../../features/auth/next-path.ts';
import { SocialSignIn } from '../../../features/auth/social-sign-in.tsx';
import { getViewer } from '../../../features/auth/viewer.ts';
import { getTranslator } from '../../../i18n/server.ts';
import { getContainer } from '../../../server/caller.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('nav.login') };
}

interface Props {
  searchParams: Promise<{ next?: string | string[]; error?: string | string[] }>;
}

export default async function LoginPage({ searchParams }: Props) {
  const [{ t }, viewer, query] = await Promise.all([getTranslator(), getViewer(), searchParams]);
  const next = safeNextPath(query.next);
  if (viewer !== null) redirect(next);
  const signup = typeof query.next === 'string' ? `/signup?next=${encodeURIComponent(next)}` : '/signup';
  return (
    <AuthCard
      title={t('auth.login.title')}
      footer={
        <>
          {t('auth.login.other')} <AuthLink href={signup}>{t('auth.login.otherAction')}</AuthLink>
        </>
      }
    >
      <SocialSignIn
        providers={getContainer().signInProviders}
        next={next}
        back="/login"
        error={query.error === undefined ? undefined : String(query.error)}
      />
      <LoginForm next={next} />
    </AuthCard>
  );
}
