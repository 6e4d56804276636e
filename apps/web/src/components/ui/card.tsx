import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section className={cn('rounded-xl border border-line bg-surface shadow-low', className)} {...rest} />
  );
}

/** The head of a card: what it shows, and at the right what can be done with it. */
export function CardHeader({
  title,
  hint,
  aside,
}: {
  title: ReactNode;
  hint?: ReactNode;
  aside?: ReactNode;
}) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-4 px-5 pt-4 pb-3">
      <div>
        <h2 className="text-sm font-semibold tracking-tight">{title}</h2>
        {hint !== undefined && <p className="mt-0.5 text-[0.8125rem] text-muted">{hint}</p>}
      </div>
      {aside}
    </div>
  );
}
