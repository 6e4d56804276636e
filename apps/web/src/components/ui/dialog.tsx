'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslator } from '../../i18n/provider.tsx';
import { cn } from './cn.ts';

interface Props {
  onClose: () => void;
  title: string;
  description?: string | undefined;
  /** Wide dialogs have two columns. */
  wide?: boolean;
  /** Given true, a press outside does not close: something was typed. */
  sticky?: boolean;
  children: ReactNode;
}

/** A modal window, open as long as it is there: a sheet from below on a phone, centred elsewhere; focus stays inside and returns. */
export function Dialog({ onClose, title, description, wide, sticky, children }: Props) {
  const { t } = useTranslator();
  return (
    <Radix.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-black/40 backdrop-blur-[2px] dark:bg-black/60" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onInteractOutside={(event) => {
            if (sticky === true) event.preventDefault();
          }}
          className={cn(
            'fixed z-50 flex max-h-[92dvh] w-full animate-rise flex-col overflow-hidden border border-line bg-surface shadow-high outline-none',
            'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-2xl',
            'sm:top-1/2 sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl',
            wide === true ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line px-5 py-4 sm:px-6">
            <div className="min-w-0">
              <Radix.Title className="truncate text-base font-semibold tracking-tight">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-0.5 text-[0.8125rem] text-muted">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label={t('common.close')}
              className="-mr-1.5 grid size-8 shrink-0 place-items-center rounded-lg text-faint transition-colors hover:bg-subtle hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('min-h-0 flex-1 overflow-y-auto px-5 py-5 sm:px-6', className)}>{children}</div>;
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex items-center justify-end gap-2 border-t border-line bg-background px-5 py-3 sm:px-6">
      {children}
    </footer>
  );
}
