import { isLinkCode } from './code.ts';

// 20 characters, each as a percent escape, and some punctuation around them.
const MAX_PATH = 128;
// Also white space and the invisible characters that come along when a link is copied.
const TRAILING_PUNCTUATION = /[\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}]+$/u;

export interface PathCode {
  /** Always of legal form. */
  readonly code: string;
  /** Is it what the path says, or what is left without the punctuation that a linkifier swallowed? */
  readonly exact: boolean;
}

/**
 * The code that a request path asks for, or null where it can't be one (404 without a look-up). Never throws (C049).
 *
 * One trailing slash is ignored (C063). Percent escapes are decoded once. Trailing punctuation, raw or encoded, is cut
 * (C086, C087); since a legal code ends in a letter or digit, a code that ends in punctuation can't be shadowed by this.
 * Anything with an inner slash or backslash, raw or encoded, is no code (C115).
 */
export function codeFromPath(rawPath: string): PathCode | null {
  if (rawPath.length > MAX_PATH || !rawPath.startsWith('/')) return null;
  const segment = rawPath.endsWith('/') ? rawPath.slice(1, -1) : rawPath.slice(1);
  if (isLinkCode(segment)) return { code: segment, exact: true };
  const decoded = decodeOnce(segment);
  if (decoded === null || /[/\\]/.test(decoded)) return null;
  if (isLinkCode(decoded)) return { code: decoded, exact: true };
  const code = decoded.replace(TRAILING_PUNCTUATION, '');
  return isLinkCode(code) ? { code, exact: false } : null;
}

function decodeOnce(segment: string): string | null {
  try {
    // Raw bytes, one character each as Node's HTTP parser gives them, count as their escapes.
    return decodeURIComponent(segment.replace(/[\x80-\xff]/g, escapeByte));
  } catch {
    return null;
  }
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}
