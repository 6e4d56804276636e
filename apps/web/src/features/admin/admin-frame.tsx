import type { ReactNode } from 'react';
import { PageHeader } from '../../components/page-header.tsx';
import { getTranslator } from '../../i18n/server.ts';
import { AdminNav } from './admin-nav.tsx';

/** Head and sections of every admin page. No layout of Next: that would be shown before a page says that it is not there. */
export async function AdminFrame({ children }: { children: ReactNode }) {
  const { t } = await getTranslator();
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title={t('admin.title')} />
      <AdminNav />
      <div className="grid grid-cols-1 gap-6">{children}</div>
    </div>
  );
}
