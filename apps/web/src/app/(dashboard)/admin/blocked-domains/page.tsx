import type { Metadata } from 'next';
import { BlockedDomains } from '../../../../features/admin/blocked-domains.tsx';
import { AdminFrame } from '../../../../features/admin/admin-frame.tsx';
import { requireAdmin } from '../../../../features/admin/require-admin.ts';
import { getTranslator } from '../../../../i18n/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('admin.blocked') };
}

export default async function BlockedDomainsPage() {
  await requireAdmin('/admin/blocked-domains');
  return (
    <AdminFrame>
      <BlockedDomains />
    </AdminFrame>
  );
}
