/** Paths that are the same for everybody, by themselves. */
const FIXED = new Set(['/', '/login', '/signup', '/links', '/analytics', '/docs', '/settings', '/admin']);
/** Folders of which the rest is a code, a name, a token: in a span it is only said that there is something. */
const FOLDERS = ['/api/trpc', '/api/auth', '/links', '/settings', '/admin', '/docs'];

/**
 * What kind of path it is, for spans: never the path itself, which holds codes of links, and tokens of invitations and resets.
 * @param path without its query
 * @returns a template such as `/links/{rest}`; null for what is not worth a span (probes, files of the pages)
 */
export function routeOf(path: string): string | null {
  if (path === '/healthz' || path === '/readyz' || path.startsWith('/_next/')) return null;
  if (path === '/v1' || path.startsWith('/v1/') || path === '/api/v1' || path.startsWith('/api/v1/'))
    return '/api/v1/{rest}';
  if (FIXED.has(path)) return path;
  const folder = FOLDERS.find((candidate) => path.startsWith(`${candidate}/`));
  return folder === undefined ? '/{rest}' : `${folder}/{rest}`;
}
