'use client';

import { ChartNoAxesColumn, Link2, Settings } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '../../components/ui/cn.ts';
import { useTranslator } from '../../i18n/provider.tsx';

const AREAS = [
  { href: '/links', icon: Link2, key: 'nav.links' },
  { href: '/analytics', icon: ChartNoAxesColumn, key: 'nav.analytics' },
  { href: '/settings/profile', area: '/settings', icon: Settings, key: 'nav.settings' },
] as const;

/** The areas of the dashboard: a column beside the page, or a bar below it on a phone. */
export function NavLinks({ place }: { place: 'side' | 'bottom' }) {
  const { t } = useTranslator();
  const path = usePathname();
  return (
    <ul className={place === 'side' ? 'grid gap-0.5' : 'grid grid-cols-3'}>
      {AREAS.map(({ href, icon: Icon, key, ...rest }) => {
        const area = 'area' in rest ? rest.area : href;
        const current = path === area || path.startsWith(`${area}/`);
        return (
          <li key={href}>
            <Link
              href={href}
              aria-current={current ? 'page' : undefined}
              className={cn(
                'flex items-center transition-colors',
                place === 'side'
                  ? 'h-9 gap-2.5 rounded-lg px-2.5 font-medium hover:bg-subtle'
                  : 'h-14 flex-col justify-center gap-1 text-[0.6875rem] font-medium',
                current ? 'text-ink' : 'text-muted hover:text-ink',
                current && place === 'side' && 'bg-subtle',
              )}
            >
              <Icon
                aria-hidden
                className={cn(place === 'side' ? 'size-4' : 'size-5', current ? 'text-accent' : 'text-faint')}
              />
              {t(key)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
