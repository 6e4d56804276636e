import { texts, type Language, type PageKind } from './texts.ts';

export interface Page {
  readonly body: Buffer;
  readonly contentType: string;
  readonly language: Language;
}

export interface PageRequest {
  readonly accept: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/** Pages for browsers, plain lines for programs, in English or French; each is made once and kept. */
export function createPages(operatorName: string): (kind: PageKind, request: PageRequest) => Page {
  const made = new Map<string, Page>();
  return (kind, request) => {
    const language = preferredLanguage(request.acceptLanguage);
    const html = acceptsHtml(request.accept);
    const key = `${kind} ${language} ${html}`;
    let page = made.get(key);
    if (page === undefined) {
      page = html ? htmlPage(kind, language, operatorName) : plainPage(kind, language);
      made.set(key, page);
    }
    return page;
  };
}

function plainPage(kind: PageKind, language: Language): Page {
  const { title, body } = texts[language][kind];
  return {
    body: Buffer.from(`${title}. ${body}\n`),
    contentType: 'text/plain; charset=utf-8',
    language,
  };
}

function htmlPage(kind: PageKind, language: Language, operatorName: string): Page {
  const { title, body } = texts[language][kind];
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} - ${escapeHtml(operatorName)}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.05rem/1.6 system-ui, sans-serif;
  background: #f6f6f4; color: #1d1d1b; }
main { max-width: 32rem; padding: 2rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; text-wrap: balance; }
p { margin: 0; }
footer { margin-top: 2.5rem; font-size: .9rem; color: #5c5c58; }
@media (prefers-color-scheme: dark) { body { background: #161614; color: #ecece8; } footer { color: #a3a39c; } }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(body)}</p>
<footer>${escapeHtml(operatorName)}</footer>
</main>
</body>
</html>
`;
  return { body: Buffer.from(html), contentType: 'text/html; charset=utf-8', language };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** HTML is for who names it: a lone star (curl, programs, checkers of links) gets the plain line. */
function acceptsHtml(accept: string | undefined): boolean {
  return accept !== undefined && /\btext\/html\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accept);
}

/** French where it is asked for before English, English otherwise (RFC 9110, 12.5.4, of which two languages need little). */
function preferredLanguage(header: string | undefined): Language {
  if (header === undefined) return 'en';
  const quality = { en: 0, fr: 0 };
  for (const part of header.slice(0, 512).split(',')) {
    const match = /^\s*(en|fr)(?:-[a-z0-9-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/i.exec(part);
    if (match === null) continue;
    const language = match[1]!.toLowerCase() as Language;
    quality[language] = Math.max(quality[language], match[2] === undefined ? 1 : Number(match[2]));
  }
  if (quality.fr === quality.en) {
    return quality.fr > 0 && header.search(/\bfr\b/i) < header.search(/\ben\b/i) ? 'fr' : 'en';
  }
  return quality.fr > quality.en ? 'fr' : 'en';
}
