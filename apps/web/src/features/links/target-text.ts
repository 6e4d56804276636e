/** An address as people read it: without `https://` and without the slash of an empty path. */
export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//i, '').replace(/^([^/?#]+)\/$/, '$1');
}

/**
 * The host that a target truly leads to, apart from the rest, so that a look-alike such as `https://good.example@evil.example/`
 * shows `evil.example` (C027). What is no URL is all `rest`.
 */
export function splitTarget(url: string): { host: string; rest: string } {
  try {
    const { host, pathname, search, hash } = new URL(url);
    const rest = pathname + search + hash;
    return { host, rest: rest === '/' ? '' : rest };
  } catch {
    return { host: '', rest: url };
  }
}

/** The address for an `href`, or undefined when it is anything but http or https (C202): then it is shown, not linked. */
export function safeHref(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? href : undefined;
  } catch {
    return undefined;
  }
}
