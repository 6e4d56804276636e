import type { ReactNode } from 'react';
import { requireViewer } from '../../features/auth/viewer.ts';
import { Shell } from '../../features/shell/shell.tsx';

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return <Shell viewer={await requireViewer()}>{children}</Shell>;
}
