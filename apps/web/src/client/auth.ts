import { createAuthClient } from 'better-auth/client';
import { twoFactorClient } from 'better-auth/client/plugins';

/** Calls better-auth at /api/auth of the same origin. */
export const auth = createAuthClient({ basePath: '/api/auth', plugins: [twoFactorClient()] });
