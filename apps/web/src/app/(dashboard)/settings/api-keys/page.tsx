import type { Metadata } from 'next';
import { requireViewer } from '../../../../features/auth/viewer.ts';
import { ApiKeys } from '../../../../features/settings/api-keys.tsx';
import { getTranslator } from '../../../../i18n/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('settings.keys') };
}

export default async function ApiKeysPage() {
  await requireViewer('/settings/api-keys');
  return <ApiKeys />;
}
