import type { Translator } from '../i18n/translate.ts';
import type { Failure } from './failure.ts';

/** The codes of core and of the API's schemas that have a text in every language; others show the server's words. */
const FIELD_TEXTS = {
  alias_taken: 'error.field.alias_taken',
  alias_reserved: 'error.field.alias_reserved',
  alias_format: 'error.field.alias_format',
  alias_profane: 'error.field.alias_profane',
  url_required: 'error.field.url_required',
  url_too_long: 'error.field.url_too_long',
  url_characters: 'error.field.url_characters',
  url_invalid: 'error.field.url_invalid',
  url_scheme: 'error.field.url_scheme',
  url_credentials: 'error.field.url_credentials',
  url_own_host: 'error.field.url_own_host',
  url_blocked: 'error.field.url_blocked',
  host_invalid: 'error.field.host_invalid',
  own_account: 'error.field.own_account',
  required: 'error.field.required',
  too_big: 'error.field.too_big',
  invalid_time: 'error.field.invalid_time',
  out_of_range: 'error.field.out_of_range',
  in_the_past: 'link.form.expires.past',
} as const;

const isKnown = <Known extends object>(known: Known, code: string): code is keyof Known & string =>
  Object.hasOwn(known, code);

/** What to tell a person about a failed call as a whole. */
export function failureText(translator: Translator, failure: Failure): string {
  const { t, plural } = translator;
  switch (failure.code) {
    case 'network':
      return t('error.network');
    case 'unauthorized':
      return t('error.unauthorized');
    case 'forbidden':
      return t('error.forbidden');
    case 'not_found':
      return t('error.notFound');
    case 'alias_taken':
      return t('error.field.alias_taken');
    case 'alias_reserved':
      return t('error.field.alias_reserved');
    case 'rate_limited':
      return failure.retryAfterSeconds === null
        ? t('error.rateLimited')
        : plural('error.rateLimitedFor', Math.max(1, failure.retryAfterSeconds));
    case 'unavailable':
      return t('error.unavailable');
    case 'invalid_input': {
      const [first] = failure.fields;
      return first === undefined
        ? failure.message || t('error.internal')
        : codeText(translator, first.code, first.message);
    }
    case 'internal':
      return failure.requestId === null
        ? t('error.internal')
        : t('error.internalWithId', { id: failure.requestId });
    default:
      return failure.message || t('error.internal');
  }
}

/** The text of a field's error code, in the reader's language where it is known. */
export function codeText({ t }: Translator, code: string, message: string): string {
  if (isKnown(FIELD_TEXTS, code)) return t(FIELD_TEXTS[code]);
  return message || t('error.field.invalid');
}

/** REST and tRPC spell fields in their own way: `long_url`, `longUrl`. */
const camelCase = (field: string): string =>
  field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What to show beside the control of `field` (camelCase), undefined where it is fine. */
export function fieldText(
  translator: Translator,
  failure: Failure | null,
  field: string,
): string | undefined {
  const found = failure?.fields.find((item) => {
    const name = camelCase(item.field);
    return name === field || name.startsWith(`${field}.`);
  });
  return found === undefined ? undefined : codeText(translator, found.code, found.message);
}
