import type { RedirectLink } from '@brevia/core';

export const plainLink: RedirectLink = {
  domain: 'default',
  code: 'abc',
  longUrl: 'https://example.com/',
  ownerId: null,
  permanent: false,
  forwardQuery: false,
  enabled: true,
  expiresAt: null,
  version: 1,
};

/** One of each kind. */
export const manyLinks = [
  { code: 'abc', longUrl: 'https://example.com/a%20b/?abc#123', ownerId: 'w1' },
  { code: 'foo', longUrl: 'https://example.com/Curtain_(disambiguation)' },
  { code: 'Digg', longUrl: 'https://example.com/digg' },
  { code: 'perm', longUrl: 'https://example.com/p', permanent: true },
  { code: 'permx', longUrl: 'https://example.com/p', permanent: true, expiresAt: Date.now() + 3_600_000 },
  { code: 'off', longUrl: 'https://secret.example/', enabled: false },
  { code: 'old', longUrl: 'https://secret.example/', expiresAt: Date.now() - 1 },
  { code: 'fwd', longUrl: 'https://example.com/?ref=mine#top', forwardQuery: true },
  { code: 'fwd0', longUrl: 'https://example.com/5', forwardQuery: true },
];

/** A link that says in its target which version of it that is. */
export const versionOf = (code: string, version = 1): RedirectLink => ({
  ...plainLink,
  code,
  version,
  longUrl: `https://example.com/${code}/${version}`,
});
