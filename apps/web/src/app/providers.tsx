'use client';

import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';
import { ApiProvider } from '../client/trpc.tsx';
import { ToastHost } from '../components/toast.tsx';
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
        <ApiProvider>{children}</ApiProvider>
        <ToastHost />
      </TranslatorProvider>
    </ThemeProvider>
  );
}
