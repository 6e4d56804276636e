import type { ServerResponse } from 'node:http';

/**
 * Headers of every answer. Next's inline bootstrap scripts want 'unsafe-inline' (its nonces would forbid static pages);
 * everything else comes from our own origin, and nobody may frame us.
 */
export function securityHeaders(options: {
  readonly isDev: boolean;
  readonly isHttps: boolean;
}): [string, string][] {
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${options.isDev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${options.isDev ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return [
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ...(options.isHttps ? ([['Strict-Transport-Security', 'max-age=31536000']] as [string, string][]) : []),
  ];
}

export function setHeaders(response: ServerResponse, headers: readonly (readonly [string, string])[]): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}
