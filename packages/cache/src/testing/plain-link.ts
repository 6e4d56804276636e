/** All of a link but its code. */
export const plainLink = {
  domain: 'default',
  longUrl: 'https://example.com/',
  ownerId: null,
  permanent: false,
  forwardQuery: false,
  enabled: true,
  expiresAt: null,
  version: 1,
};
