import type { Metadata } from 'next';
import { Overview } from '../../../features/analytics/overview.tsx';
import { requireViewer } from '../../../features/auth/viewer.ts';
import { getTranslator } from '../../../i18n/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('analytics.title') };
}

export default async function AnalyticsPage() {
  const viewer = await requireViewer('/analytics');
  const workspace = viewer.workspaces.find(({ id }) => id === viewer.workspaceId);
  return <Overview workspace={workspace?.name ?? viewer.user.name} />;
}
