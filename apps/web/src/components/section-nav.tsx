'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
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
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone they do not all fit, and the page that one is on may be the last of them.
  useEffect(() => {
    // Braces: browsers have begun to return a promise from it, which React would take for a clean-up.
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <nav aria-label={t(label)} className="mb-6 border-b border-line">
      <ul className="-mb-px flex gap-5 overflow-x-auto">
        {sections.map(({ href, key }) => (
          <li key={href}>
            <Link
              href={href}
              ref={path === href ? current : null}
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
