'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { PlainMessageKey } from '../i18n/translate.ts';
import { useTranslator } from '../i18n/provider.tsx';
import { cn } from './ui/cn.ts';

interface Props {
  label: PlainMessageKey;
  sections: readonly { readonly href: string; readonly key: PlainMessageKey }[];
}

/** The pages of one area, side by side above them. */
export function SectionNav({ label, sections }: Props) {
  const { t } = useTranslator();
  const path = usePathname();
  return (
    <nav aria-label={t(label)} className="mb-6 border-b border-line">
      <ul className="-mb-px flex gap-5 overflow-x-auto">
        {sections.map(({ href, key }) => (
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
