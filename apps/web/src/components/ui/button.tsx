import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { Spinner } from './spinner.tsx';

/** The look of everything that is pressed; links that act as buttons take it too. */
export const buttonStyle = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap select-none transition-colors disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:opacity-55',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-strong shadow-low',
        secondary: 'border border-line-strong bg-surface text-ink hover:bg-subtle shadow-low',
        ghost: 'text-muted hover:bg-subtle hover:text-ink',
        danger: 'bg-danger text-white dark:text-[#2a0806] hover:bg-danger-strong shadow-low',
        dangerGhost: 'text-danger hover:bg-danger-soft',
      },
      size: {
        sm: 'h-8 px-2.5 text-[0.8125rem]',
        md: 'h-9 px-3.5 text-sm',
        lg: 'h-11 px-5 text-[0.9375rem]',
        icon: 'size-8',
        iconLg: 'size-9',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

type Props = ComponentProps<'button'> & VariantProps<typeof buttonStyle> & { busy?: boolean | undefined };

/** A button; `busy` shows a spinner and holds further presses without losing focus. */
export function Button({ variant, size, busy = false, className, children, onClick, type, ...rest }: Props) {
  return (
    <button
      type={type ?? 'button'}
      className={cn(buttonStyle({ variant, size }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
