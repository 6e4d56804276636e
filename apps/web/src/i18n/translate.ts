import type { Locale } from './locales.ts';
import type { MessageKey, Messages, Message } from './messages/index.ts';

/** The names between braces of a message: `'{n} links'` needs `n`. */
type ParameterOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

type Arguments<Key extends MessageKey> = [ParameterOf<Message<Key>>] extends [never]
  ? []
  : [values: Record<ParameterOf<Message<Key>>, string | number>];

/** A message that needs no values: safe to choose at run time. */
export type PlainMessageKey = MessageKey extends infer Key extends MessageKey
  ? Key extends MessageKey
    ? [ParameterOf<Message<Key>>] extends [never]
      ? Key
      : never
    : never
  : never;

type PluralKey = MessageKey extends infer Key ? (Key extends `${infer Base}.other` ? Base : never) : never;

export interface Translator {
  readonly locale: Locale;
  /** The text of `key`; values that it names must be given, and the compiler says so. */
  readonly t: <Key extends MessageKey>(key: Key, ...values: Arguments<Key>) => string;
  /** The right plural of `key.one` or `key.other` for `count`, which is put in for `{n}` in the locale's digits. */
  readonly plural: (key: PluralKey, count: number) => string;
}

/** A translator over the messages of one language. */
export function createTranslator(locale: Locale, messages: Messages): Translator {
  const rules = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);
  const fill = (text: string, values: Record<string, string | number> | undefined) =>
    values === undefined
      ? text
      : text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  return {
    locale,
    t: (key, ...values) => fill(messages[key], values[0]),
    plural: (key, count) => {
      const form = rules.select(count) === 'one' ? 'one' : 'other';
      return fill(messages[`${key}.${form}` as MessageKey], { n: number.format(count) });
    },
  };
}
