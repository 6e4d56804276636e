import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** The browser's own select, dressed: it works with every keyboard, reader and phone. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-flex', className)}>
      <select
        className="h-9 w-full appearance-none rounded-lg border border-line-strong bg-surface py-0 pr-8 pl-3 text-sm text-ink shadow-low transition-colors hover:bg-subtle focus-visible:outline-offset-0 max-sm:text-base"
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-faint"
      />
    </span>
  );
}
