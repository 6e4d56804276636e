const UNSAFE = /[^\x21-\x7e]|#/;
const EACH_UNSAFE = /[^\x21-\x7e]|#/gu;

/**
 * The Location of a redirect that forwards the request's query (RED-6). `rawQuery` is what follows the `?` of the request
 * target, without it, one character a byte as Node's HTTP parser gives it; empty adds nothing (C090).
 *
 * It is appended to the stored query, before the fragment. Precedence (C088): the owner's parameters stay first and
 * intact, the visitor's come after them under their own names, nothing is merged or replaced. The visitor's bytes are
 * untouched, except that what could not stand in a header (or would start a fragment) is percent-encoded (C097).
 */
export function composeLocation(longUrl: string, rawQuery: string): string {
  const query = rawQuery.startsWith('?') ? rawQuery.slice(1) : rawQuery;
  if (query === '') return longUrl;
  const hash = longUrl.indexOf('#');
  const base = hash === -1 ? longUrl : longUrl.slice(0, hash);
  const fragment = hash === -1 ? '' : longUrl.slice(hash);
  return base + joint(base) + (UNSAFE.test(query) ? escapeUnsafe(query) : query) + fragment;
}

function joint(base: string): string {
  if (!base.includes('?')) return '?';
  return base.endsWith('?') || base.endsWith('&') ? '' : '&';
}

function escapeUnsafe(query: string): string {
  return query.replace(EACH_UNSAFE, (character) => {
    const code = character.charCodeAt(0);
    if (code <= 0xff) return `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
    return /\p{Surrogate}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character);
  });
}
