import type { Metadata } from 'next';
import { ReservedWords } from '../../../../features/admin/reserved-words.tsx';
import { AdminFrame } from '../../../../features/admin/admin-frame.tsx';
import { requireAdmin } from '../../../../features/admin/require-admin.ts';
import { getTranslator } from '../../../../i18n/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('admin.reserved') };
}

export default async function ReservedWordsPage() {
  await requireAdmin('/admin/reserved-words');
  return (
    <AdminFrame>
      <ReservedWords />
    </AdminFrame>
  );
}
