const HOME = '/links';
/** Only to resolve against: what leaves this origin is not ours. */
const NOWHERE = 'http://nowhere.invalid';

/**
 * Where to go after signing in (`/login?next=`): the path when it is one of our own, otherwise the list of links (C220).
 * Safe for a redirect header and for a client-side router: always begins with one slash, never with two or `/\`.
 */
export function safeNext(path: unknown): string {
  if (typeof path !== 'string' || path.length > 2_000) return HOME;
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return HOME;
  const url = URL.canParse(path, NOWHERE) ? new URL(path, NOWHERE) : null;
  if (url === null || url.origin !== NOWHERE || url.pathname.startsWith('//')) return HOME;
  return url.pathname + url.search + url.hash;
}
