import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface Props {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** What stands in a place that has nothing to show: why, and what to do next. */
export function Notice({ icon, title, children, action, className }: Props) {
  return (
    <div className={cn('flex flex-col items-center px-6 py-14 text-center', className)}>
      <div
        aria-hidden
        className="mb-4 grid size-11 place-items-center rounded-xl border border-line bg-background text-faint shadow-low [&>svg]:size-5"
      >
        {icon}
      </div>
      <p className="text-[0.9375rem] font-semibold tracking-tight">{title}</p>
      {children !== undefined && <p className="mt-1 max-w-sm text-balance text-muted">{children}</p>}
      {action !== undefined && <div className="mt-5 flex gap-2">{action}</div>}
    </div>
  );
}
