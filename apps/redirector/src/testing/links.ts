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
