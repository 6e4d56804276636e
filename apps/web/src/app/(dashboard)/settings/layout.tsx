import type { ReactNode } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { SettingsNav } from '../../../features/settings/settings-nav.tsx';
import { getTranslator } from '../../../i18n/server.ts';

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { t } = await getTranslator();
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title={t('settings.title')} />
      <SettingsNav />
      <div className="grid grid-cols-1 gap-6">{children}</div>
    </div>
  );
}
