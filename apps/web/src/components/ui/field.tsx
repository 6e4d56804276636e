import { CircleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cn } from './cn.ts';

export const inputStyle =
  'w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 text-ink shadow-low transition-colors ' +
  'hover:border-faint focus-visible:border-accent focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger aria-invalid:outline-danger disabled:opacity-60 max-sm:text-base';

export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Stands at the right of the label: a counter, a link. */
  aside?: ReactNode;
  optional?: string;
  hideLabel?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** A label, its control, and beside it the hint or what is wrong, tied together for screen readers. */
export function Field({ label, hint, error, aside, optional, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={cn('grid gap-1.5', className)}>
      <div className={cn('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="text-[0.8125rem] font-medium text-ink">
          {label}
          {optional !== undefined && <span className="ml-1.5 font-normal text-faint">{optional}</span>}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      <div id={noteId} aria-live="polite" className="text-[0.8125rem] empty:hidden">
        {error === undefined ? (
          hint !== undefined && <span className="text-faint">{hint}</span>
        ) : (
          <span className="flex items-start gap-1.5 text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span>{error}</span>
          </span>
        )}
      </div>
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(inputStyle, 'h-9', className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cn(inputStyle, 'min-h-20 resize-y py-2', className)} {...rest} />;
}
