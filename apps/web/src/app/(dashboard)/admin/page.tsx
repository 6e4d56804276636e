import { redirect } from 'next/navigation';
import { requireAdmin } from '../../../features/admin/require-admin.ts';

export default async function AdminPage(): Promise<never> {
  await requireAdmin('/admin');
  redirect('/admin/users');
}
