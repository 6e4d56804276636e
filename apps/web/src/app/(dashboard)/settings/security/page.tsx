import type { Metadata } from 'next';
import { readSession, requireViewer } from '../../../../features/auth/viewer.ts';
import { SessionsCard } from '../../../../features/settings/sessions-card.tsx';
import { TwoFactorCard } from '../../../../features/settings/two-factor-card.tsx';
import { getTranslator } from '../../../../i18n/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('settings.security') };
}

export default async function SecurityPage() {
  await requireViewer('/settings/security');
  const session = await readSession();
  return (
    <>
      <TwoFactorCard enabled={session?.twoFactorEnabled === true} />
      <SessionsCard currentId={session?.id ?? ''} />
    </>
  );
}
