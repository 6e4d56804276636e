import type { Metadata } from 'next';
import { readSession, requireViewer } from '../../../../features/auth/viewer.ts';
import { PasswordForm } from '../../../../features/settings/password-form.tsx';
import { ProfileForm } from '../../../../features/settings/profile-form.tsx';
import { getTranslator } from '../../../../i18n/server.ts';
import { getContainer } from '../../../../server/caller.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('settings.profile') };
}

export default async function ProfilePage() {
  const { user } = await requireViewer('/settings/profile');
  const session = getContainer().mailReaches === 'people' ? await readSession() : null;
  return (
    <>
      <ProfileForm name={user.name} email={user.email} confirmed={session?.emailVerified ?? null} />
      <PasswordForm />
    </>
  );
}
