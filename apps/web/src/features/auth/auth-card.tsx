import Link from 'next/link';
import type { ReactNode } from 'react';
import { LogoMark } from '../../components/brand/logo.tsx';
import { ThemeMenu } from '../../components/theme-menu.tsx';
import { LocaleSwitch } from '../../i18n/locale-switch.tsx';
import { getTranslator } from '../../i18n/server.ts';

interface Props {
  title: string;
  text?: string;
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of every page before signing in. */
export async function AuthCard({ title, text, footer, children }: Props) {
  const { t } = await getTranslator();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-end gap-1 p-3 sm:p-4">
        <LocaleSwitch />
        <ThemeMenu />
      </header>
      <main id="content" className="mx-auto w-full max-w-sm flex-1 px-5 pt-[6vh] pb-16">
        <Link href="/" aria-label={t('nav.home')} className="inline-block rounded-lg">
          <LogoMark className="size-10" />
        </Link>
        <h1 className="mt-6 text-2xl font-semibold tracking-tight">{title}</h1>
        {text !== undefined && <p className="mt-1.5 text-muted">{text}</p>}
        <div className="mt-7">{children}</div>
        {footer !== undefined && <p className="mt-7 text-muted">{footer}</p>}
      </main>
    </div>
  );
}

export function AuthLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="rounded font-medium text-accent-ink underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}
