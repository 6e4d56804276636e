import type { Locale } from '../../i18n/locales.ts';

/** What a message says, before it is text or HTML. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** Small print below. */
  readonly note: string;
}

const LONGEST_NAME = 80;

/**
 * A name that somebody chose, as it may stand in a message to somebody else: one line, bounded, without characters that
 * turn the text around, and with nothing that a mail program would make a link of.
 */
export function nameInMail(name: string): string {
  const line = name
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
    .replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim();
  const points = [...line];
  const short = points.length > LONGEST_NAME ? `${points.slice(0, LONGEST_NAME - 1).join('')}…` : line;
  // An invisible word joiner: the name looks the same, and is no address.
  return short.replace(/[.:@/](?=\S)/gu, '$&\u2060');
}

export function asText({ paragraphs, action, note }: Letter): string {
  return [...paragraphs, `${action.label}:\n${action.url}`, note, '-- \nBrevia'].join('\n\n') + '\n';
}

export function asHtml({ subject, paragraphs, action, note }: Letter, locale: Locale): string {
  const url = escapeHtml(action.url);
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n');
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:32px 20px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600;font-size:18px">Brevia</p>
${body}
<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0f6b4f;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;overflow-wrap:anywhere"><a href="${url}">${url}</a></p>
<p style="margin:0;font-size:13px;opacity:0.75">${escapeHtml(note)}</p>
</div>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
