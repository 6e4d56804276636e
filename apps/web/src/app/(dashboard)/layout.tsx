import type { ReactNode } from 'react';
import { getViewer } from '../../features/auth/viewer.ts';
import { Shell } from '../../features/shell/shell.tsx';

/** Without a session there is no frame: each page itself leads to the sign-in, since it knows the way back to it. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const viewer = await getViewer();
  return viewer === null ? children : <Shell viewer={viewer}>{children}</Shell>;
}
