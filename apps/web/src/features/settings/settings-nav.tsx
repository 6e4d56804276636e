'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '../../components/ui/cn.ts';
import { useTranslator } from '../../i18n/provider.tsx';

const SECTIONS = [
  { href: '/settings/profile', key: 'settings.profile' },
  { href: '/settings/security', key: 'settings.security' },
  { href: '/settings/members', key: 'settings.members' },
  { href: '/settings/api-keys', key: 'settings.keys' },
] as const;

export function SettingsNav() {
  const { t } = useTranslator();
  const path = usePathname();
  return (
    <nav aria-label={t('settings.nav')} className="mb-6 border-b border-line">
      <ul className="-mb-px flex gap-5 overflow-x-auto">
        {SECTIONS.map(({ href, key }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={path === href ? 'page' : undefined}
              className={cn(
                'block border-b-2 pt-1 pb-2.5 font-medium whitespace-nowrap transition-colors',
                path === href ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {t(key)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
