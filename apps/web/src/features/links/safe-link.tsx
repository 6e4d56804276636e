import type { ReactNode } from 'react';
import { safeHref } from './target-text.ts';

/** A link to a short or a target address in a new tab; plain text when the address is not http or https. */
export function SafeLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string;
  children: ReactNode;
}) {
  const safe = safeHref(href);
  if (safe === undefined) return <span className={className}>{children}</span>;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  );
}
