import type { Metadata } from 'next';
import { AdminFrame } from '../../../../features/admin/admin-frame.tsx';
import { requireAdmin } from '../../../../features/admin/require-admin.ts';
import { Users } from '../../../../features/admin/users.tsx';
import { getTranslator } from '../../../../i18n/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('admin.users') };
}

export default async function UsersPage() {
  const { user } = await requireAdmin('/admin/users');
  return (
    <AdminFrame>
      <Users viewerId={user.id} />
    </AdminFrame>
  );
}
