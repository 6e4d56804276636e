import { describe, expect, it } from 'vitest';
import { chooseLocale } from './locales.ts';
import { MESSAGES } from './messages/index.ts';
import { createTranslator } from './translate.ts';

describe('chooseLocale', () => {
  it('prefers the visitor’s own choice', () => {
    expect(chooseLocale('fr', 'en')).toBe('fr');
  });
  it('takes the best weighted language that there is', () => {
    expect(chooseLocale(undefined, 'de, en;q=0.5, fr-CH;q=0.9')).toBe('fr');
    expect(chooseLocale('klingon', 'en-GB,fr;q=0.9')).toBe('en');
    expect(chooseLocale(undefined, 'fr;q=0, *')).toBe('en');
    expect(chooseLocale(undefined, null)).toBe('en');
  });
});

describe('messages', () => {
  const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
  it('name the same values in every language', () => {
    for (const [key, text] of Object.entries(MESSAGES.en)) {
      expect([key, names(MESSAGES.fr[key as keyof typeof MESSAGES.fr])]).toEqual([key, names(text)]);
    }
  });
  it('leave nothing empty', () => {
    for (const messages of Object.values(MESSAGES)) {
      for (const [key, text] of Object.entries(messages)) expect([key, text.trim()]).not.toEqual([key, '']);
    }
  });
});

describe('createTranslator', () => {
  it('puts values in and picks plurals by the language’s rules', () => {
    const en = createTranslator('en', MESSAGES.en);
    const fr = createTranslator('fr', MESSAGES.fr);
    expect(en.plural('links.selected', 0)).toBe('0 selected');
    expect(fr.plural('links.selected', 0)).toBe('0 sélectionné');
    expect(fr.plural('links.selected', 2)).toBe('2 sélectionnés');
  });
});
