'use client';

import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';
import { Toaster } from 'sonner';
import { ApiProvider } from '../client/trpc.tsx';
import { TooltipProvider } from '../components/ui/tooltip.tsx';
import type { Locale } from '../i18n/locales.ts';
import type { Messages } from '../i18n/messages/index.ts';
import { TranslatorProvider } from '../i18n/provider.tsx';

interface Props {
  locale: Locale;
  messages: Messages;
  /** Of this response's Content-Security-Policy, for the script that sets the theme before the first paint. */
  nonce: string | undefined;
  children: ReactNode;
}

export function Providers({ locale, messages, nonce, children }: Props) {
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      {...(nonce === undefined ? {} : { nonce })}
    >
      <TranslatorProvider locale={locale} messages={messages}>
        <ApiProvider>
          <TooltipProvider>{children}</TooltipProvider>
        </ApiProvider>
        <Toaster
          position="top-center"
          className="font-sans!"
          gap={8}
          containerAriaLabel={messages['common.notifications']}
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
      </TranslatorProvider>
    </ThemeProvider>
  );
}
