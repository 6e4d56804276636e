import type { Metadata } from 'next';
import { AdminFrame } from '../../../../features/admin/admin-frame.tsx';
import { Health } from '../../../../features/admin/health.tsx';
import { requireAdmin } from '../../../../features/admin/require-admin.ts';
import { getTranslator } from '../../../../i18n/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('admin.health') };
}

export default async function HealthPage() {
  await requireAdmin('/admin/health');
  return (
    <AdminFrame>
      <Health />
    </AdminFrame>
  );
}
