export interface RequestTarget {
  /** As it came, with its escapes; begins with a slash. */
  readonly path: string;
  /** What follows the first `?`, without it. */
  readonly query: string;
}

const ABSOLUTE = /^https?:\/\/[^/?#\s]+/i;

/** Splits a request target in origin form or absolute form (RFC 9112, 3.2); null for the others. */
export function parseRequestTarget(raw: string): RequestTarget | null {
  let target = raw;
  if (!target.startsWith('/')) {
    const authority = ABSOLUTE.exec(target);
    if (authority === null) return null;
    target = target.slice(authority[0].length);
    if (!target.startsWith('/')) target = `/${target}`;
  }
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
