import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { MESSAGES } from '../i18n/messages/index.ts';
import { getTranslator } from '../i18n/server.ts';
import { Providers } from './providers.tsx';
import './globals.css';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return {
    title: { default: t('landing.meta.title'), template: '%s · Brevia' },
    description: t('landing.meta.description'),
    applicationName: 'Brevia',
    // Codes and e-mail-like texts are not phone numbers.
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfbf9' },
    { media: '(prefers-color-scheme: dark)', color: '#0e100f' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [{ locale, t }, head] = await Promise.all([getTranslator(), headers()]);
  return (
    // The theme's class is set before React runs: that difference is meant.
    <html lang={locale} className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body className="min-h-dvh">
        <a
          href="#content"
          className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-ink px-3 py-2 text-background focus:translate-y-0"
        >
          {t('common.skip')}
        </a>
        <Providers locale={locale} messages={MESSAGES[locale]} nonce={head.get('x-nonce') ?? undefined}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
