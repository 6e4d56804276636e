import type { Metadata } from 'next';
import { requireViewer } from '../../../features/auth/viewer.ts';
import { LinksView } from '../../../features/links/links-view.tsx';
import { getTranslator } from '../../../i18n/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('links.title') };
}

export default async function LinksPage() {
  const viewer = await requireViewer('/links');
  return <LinksView host={viewer.shortHost} />;
}
