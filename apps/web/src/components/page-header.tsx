import type { ReactNode } from 'react';

/** The head of a page: its name, and at the right what can be done here. */
export function PageHeader({ title, text, actions }: { title: string; text?: string; actions?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-[1.375rem] leading-8 font-semibold tracking-tight">{title}</h1>
        {text !== undefined && <p className="text-muted">{text}</p>}
      </div>
      {actions !== undefined && <div className="flex items-center gap-2">{actions}</div>}
    </div>
  );
}
