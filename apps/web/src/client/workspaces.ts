import { createAuthClient } from 'better-auth/client';
import { organizationClient } from 'better-auth/client/plugins';

/** Workspaces and their members: better-auth's organizations, at /api/auth of the same origin. */
export const workspaces = createAuthClient({
  basePath: '/api/auth',
  plugins: [organizationClient()],
}).organization;
