import Link from 'next/link';
import type { ReactNode } from 'react';
import { Logo } from '../../components/brand/logo.tsx';
import { getTranslator } from '../../i18n/server.ts';
import type { Viewer } from '../auth/viewer.ts';
import { AccountMenu } from './account-menu.tsx';
import { NavLinks } from './nav-links.tsx';

/** What stands around every page of the dashboard. */
export async function Shell({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const { t } = await getTranslator();
  const account = {
    name: viewer.user.name,
    email: viewer.user.email,
    workspaces: viewer.workspaces.map(({ id, name }) => ({ id, name })),
    workspaceId: viewer.workspaceId,
    isAdmin: viewer.user.isAdmin,
  };
  return (
    <div className="lg:grid lg:grid-cols-[15rem_1fr]">
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-surface p-3 lg:flex">
        <Link href="/links" aria-label="Brevia" className="mb-5 flex rounded-lg px-2 pt-2">
          <Logo />
        </Link>
        <nav aria-label={t('nav.main')}>
          <NavLinks place="side" />
        </nav>
        <div className="mt-auto">
          <AccountMenu {...account} place="side" />
        </div>
      </aside>
      <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface/90 px-4 backdrop-blur-md lg:hidden">
        <Link href="/links" aria-label="Brevia" className="flex rounded-lg">
          <Logo />
        </Link>
        <AccountMenu {...account} place="top" />
      </header>
      <main
        id="content"
        className="mx-auto w-full max-w-6xl min-w-0 px-4 pt-6 pb-28 sm:px-6 lg:px-10 lg:pt-9 lg:pb-16"
      >
        {children}
      </main>
      <nav
        aria-label={t('nav.main')}
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md lg:hidden"
      >
        <NavLinks place="bottom" />
      </nav>
    </div>
  );
}
