import { notFound } from 'next/navigation';
import { requireViewer, type Viewer } from '../auth/viewer.ts';

/** The admin who looks at this page; for others it does not exist. Every procedure asks for itself once more. */
export async function requireAdmin(path: string): Promise<Viewer> {
  const viewer = await requireViewer(path);
  return viewer.user.isAdmin ? viewer : notFound();
}
