import { accept, refuse, type Parsed } from './parsed.ts';
import { isProfane } from './profanity.ts';
import { RESERVED_WORDS } from './reserved-words.ts';

export const MIN_ALIAS_LENGTH = 3;
export const MAX_ALIAS_LENGTH = 20;

const ALIAS = /^[0-9A-Za-z][0-9A-Za-z_-]{1,18}[0-9A-Za-z]$/;
// Long enough for an alias of which each character is percent-encoded twice; what is longer can't be a reserved word.
const MAX_RAW = 200;

/**
 * Reads a custom alias (ALIAS-1, ALIAS-2). It is kept exactly as given or refused, never changed silently (C047, C066):
 * 3 to 20 ASCII letters and digits, with `-` and `_` inside. `extraReserved` holds the operator's own words, folded.
 * Codes: alias_format, alias_reserved, alias_profane.
 */
export function parseAlias(raw: unknown, extraReserved?: ReadonlySet<string>): Parsed<string> {
  if (typeof raw !== 'string') return refuse('alias_format', 'Enter the alias as text.');
  if (isReserved(raw, extraReserved)) {
    return refuse('alias_reserved', 'This alias is reserved. Choose another one.');
  }
  if (!ALIAS.test(raw)) return refuse('alias_format', formatProblem(raw));
  if (isProfane(raw)) {
    return refuse('alias_profane', 'This alias contains an offensive word. Choose another one.');
  }
  return accept(raw);
}

/** The form in which two aliases count as the same: they may differ by case (ALIAS-1) and compatible characters (C071). */
export function foldAlias(alias: string): string {
  return alias.normalize('NFKC').toLowerCase();
}

/** Is it a reserved word, however it is written: percent-encoded, in capitals, in full-width letters (C068)? */
export function isReserved(raw: string, extraReserved?: ReadonlySet<string>): boolean {
  if (raw.length > MAX_RAW) return false;
  let text = raw;
  // Twice, for what is decoded once by a proxy and once more by us.
  for (let i = 0; i < 2 && text.includes('%'); i++) text = decodeEscapes(text);
  const folded = foldAlias(text).trim();
  return RESERVED_WORDS.has(folded) || (extraReserved?.has(folded) ?? false);
}

function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function formatProblem(raw: string): string {
  if (raw === '') return 'Enter an alias.';
  if (raw.length < MIN_ALIAS_LENGTH || raw.length > MAX_ALIAS_LENGTH) {
    return `An alias has ${MIN_ALIAS_LENGTH} to ${MAX_ALIAS_LENGTH} characters.`;
  }
  if (/[^0-9A-Za-z_-]/.test(raw)) {
    return 'An alias has only the letters A to Z, digits, hyphens and underscores.';
  }
  return 'An alias begins and ends with a letter or digit.';
}
