const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,254})(?::(\d{0,5}))?$/;

export interface HostAndPort {
  /** Lower case, without a trailing dot; an IPv6 address keeps its brackets. */
  readonly hostname: string;
  /** null where none is given. */
  readonly port: number | null;
}

/** Splits a `host[:port]` as it stands in a Host header or a setting; null for anything that isn't one. */
export function splitHost(raw: string): HostAndPort | null {
  if (raw.length > 262) return null;
  const match = HOST.exec(raw.toLowerCase());
  if (match === null) return null;
  const hostname = match[1]!.replace(/\.$/, '');
  const port = match[2] ? Number(match[2]) : null;
  if (hostname === '' || (port !== null && port > 65535)) return null;
  return { hostname, port };
}

/**
 * The host that a request is for, as the key to look a domain up by: lower case, without port and trailing dot
 * (C055); empty for a missing or malformed header, which means the default domain (LINK-1).
 */
export function normaliseHost(raw: string | undefined): string {
  return raw === undefined ? '' : (splitHost(raw)?.hostname ?? '');
}

/** A host and the domains above it, nearest first: `a.b.example` gives itself, `b.example` and `example`. */
export function withParentDomains(hostname: string): string[] {
  const names = [hostname];
  if (hostname.startsWith('[') || /^[\d.]+$/.test(hostname)) return names;
  for (let dot = hostname.indexOf('.'); dot !== -1; dot = hostname.indexOf('.', dot + 1)) {
    names.push(hostname.slice(dot + 1));
  }
  return names;
}
