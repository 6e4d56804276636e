const AREAS = ['links', 'analytics', 'settings', 'admin', 'join'];
const HOME = '/links';

/**
 * Where to go after signing in: only a page of the dashboard itself, else the links. An allow-list judged on what the
 * URL parser makes of it, since `//host`, `/\host`, `/.//host`, tabs and `javascript:` all lead elsewhere (C220).
 * @param raw the `next` of the query, from anybody
 */
export function safeNextPath(raw: unknown): string {
  if (typeof raw !== 'string' || !raw.startsWith('/') || raw.length > 2_000) return HOME;
  let url: URL;
  try {
    url = new URL(raw, 'http://own.invalid');
  } catch {
    return HOME;
  }
  if (url.host !== 'own.invalid' || url.protocol !== 'http:') return HOME;
  const area = url.pathname.split('/')[1] ?? '';
  return AREAS.includes(area) ? url.pathname + url.search : HOME;
}

/** The address of the sign-in page that comes back to `path`. */
export const loginPath = (path: string): string => `/login?next=${encodeURIComponent(path)}`;
