import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AuthCard, AuthLink } from '../../../features/auth/auth-card.tsx';
import { safeNextPath } from '../../../features/auth/next-path.ts';
import { SignupForm } from '../../../features/auth/signup-form.tsx';
import { SocialSignIn } from '../../../features/auth/social-sign-in.tsx';
import { getViewer } from '../../../features/auth/viewer.ts';
import { getTranslator } from '../../../i18n/server.ts';
import { getContainer } from '../../../server/caller.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('auth.signup.submit') };
}

interface Props {
  searchParams: Promise<{ next?: string | string[]; error?: string | string[] }>;
}

export default async function SignupPage({ searchParams }: Props) {
  const [{ t }, viewer, query] = await Promise.all([getTranslator(), getViewer(), searchParams]);
  const next = safeNextPath(query.next);
  if (viewer !== null) redirect(next);
  const login = typeof query.next === 'string' ? `/login?next=${encodeURIComponent(next)}` : '/login';
  return (
    <AuthCard
      title={t('auth.signup.title')}
      text={t('auth.signup.text')}
      footer={
        <>
          {t('auth.signup.other')} <AuthLink href={login}>{t('auth.signup.otherAction')}</AuthLink>
        </>
      }
    >
      <SocialSignIn
        providers={getContainer().signInProviders}
        next={next}
        back="/signup"
        error={query.error === undefined ? undefined : String(query.error)}
      />
      <SignupForm next={next} />
    </AuthCard>
  );
}
