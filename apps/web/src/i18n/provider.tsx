'use client';

import { createContext, use, useMemo, type ReactNode } from 'react';
import type { Locale } from './locales.ts';
import type { Messages } from './messages/index.ts';
import { createTranslator, type Translator } from './translate.ts';

const TranslatorContext = createContext<Translator | null>(null);

/** Gives client components the page's language; the messages come from the server, so that one language is sent, not two. */
export function TranslatorProvider(props: { locale: Locale; messages: Messages; children: ReactNode }) {
  const { locale, messages } = props;
  const translator = useMemo(() => createTranslator(locale, messages), [locale, messages]);
  return <TranslatorContext value={translator}>{props.children}</TranslatorContext>;
}

export function useTranslator(): Translator {
  const translator = use(TranslatorContext);
  if (translator === null) throw new Error('useTranslator needs a TranslatorProvider above it');
  return translator;
}
