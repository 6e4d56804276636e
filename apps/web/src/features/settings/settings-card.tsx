import type { ReactNode } from 'react';
import { Card } from '../../components/ui/card.tsx';

interface Props {
  title: ReactNode;
  text?: string;
  /** At the right of the title. */
  aside?: ReactNode;
  /** Below a line, at the right: what saves it. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** One thing that can be set. */
export function SettingsCard({ title, text, aside, footer, children }: Props) {
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 pt-5 pb-5 sm:px-6">
        <div className="min-w-0">
          <h2 className="flex items-center gap-2.5 text-[0.9375rem] font-semibold tracking-tight">{title}</h2>
          {text !== undefined && <p className="mt-1 text-muted">{text}</p>}
        </div>
        {aside}
      </div>
      {children !== undefined && <div className="px-5 pb-6 sm:px-6">{children}</div>}
      {footer !== undefined && (
        <div className="flex items-center justify-end gap-2 rounded-b-xl border-t border-line bg-background px-5 py-3 sm:px-6">
          {footer}
        </div>
      )}
    </Card>
  );
}
