'use client';

import { useEffect, useState } from 'react';
import type * as SonnerModule from 'sonner';
import type { ExternalToast } from 'sonner';
import { useTranslator } from '../i18n/provider.tsx';

type Sonner = typeof SonnerModule;

const waiting: ((sonner: Sonner) => void)[] = [];
let loaded: Sonner | null = null;
let load: (() => void) | null = null;

function say(show: (sonner: Sonner) => void): void {
  if (loaded !== null) return show(loaded);
  waiting.push(show);
  load?.();
}

/** Says what came of an action, for a few seconds, in a corner. */
export const toast = {
  success: (text: string, options?: ExternalToast) => say((sonner) => sonner.toast.success(text, options)),
  error: (text: string, options?: ExternalToast) => say((sonner) => sonner.toast.error(text, options)),
};

/** Where toasts appear. The library (11 kB) comes with the first of them. */
export function ToastHost() {
  const { t } = useTranslator();
  const [sonner, setSonner] = useState<Sonner | null>(null);
  useEffect(() => {
    load = () => void import('sonner').then(setSonner, () => {});
    if (waiting.length > 0) load();
    return () => {
      load = null;
    };
  }, []);
  // Runs after the effects of the toaster below, which listens by then.
  useEffect(() => {
    if (sonner === null) return;
    loaded = sonner;
    for (const show of waiting.splice(0)) show(sonner);
    return () => {
      loaded = null;
    };
  }, [sonner]);
  if (sonner === null) return null;
  return (
    <sonner.Toaster
      position="top-center"
      className="font-sans!"
      gap={8}
      containerAriaLabel={t('common.notifications')}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-3 rounded-xl border border-line bg-surface px-4 py-3 text-sm text-ink shadow-high sm:w-89',
          content: 'min-w-0 flex-1 break-words',
          description: 'text-muted',
          icon: 'shrink-0 text-faint [&>svg]:size-4.5',
          success: '[&_[data-icon]]:text-accent',
          error: '[&_[data-icon]]:text-danger',
          actionButton:
            'shrink-0 rounded-md border border-line-strong px-2.5 py-1 text-[0.8125rem] font-medium hover:bg-subtle',
        },
      }}
    />
  );
}
