import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { betterAuth } from 'better-auth';
import { admin, organization, twoFactor } from 'better-auth/plugins';
import { ADMIN_ENDPOINTS, endIfSuspended, refuseAdmins } from './account-guards.ts';

const DAY_SECONDS = 24 * 60 * 60;
const SHORTEST_PASSWORD = 10;
/** Where passwords, codes and addresses could be tried out, by one client (C217: whether the account exists or not). */
const GUESSABLE = [
  '/sign-in/*',
  '/sign-up/*',
  '/request-password-reset',
  '/reset-password/*',
  '/change-password',
  '/two-factor/*',
];
const GUESSES_PER_MINUTE = 20;
const LONGEST_NAME = 256;
const INVITATION_SECONDS = 7 * DAY_SECONDS;
/**
 * What shows a workspace's invitations to every member of it. Their ids are what lets somebody in, so only the page of
 * owners and admins reads them, past HTTP.
 */
const MANAGERS_ONLY = ['/organization/get-full-organization', '/organization/list-invitations'];
/** Set by our own server on every request from what trusted proxies vouch for; whatever a client sends under it is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-brevia-client-address';

export interface AuthOptions {
  /** Prisma client of the link store. */
  readonly prisma: object;
  readonly secret: string;
  /** Public address of the dashboard. */
  readonly baseUrl: string;
  /** Gives every new user a workspace of their own. */
  readonly createPersonalWorkspace: (user: { readonly id: string; readonly name: string }) => Promise<string>;
  /** The workspace that a new session starts in. */
  readonly firstWorkspaceOf: (userId: string) => Promise<string | null>;
  /** Brings a link for a new password to its owner; must return at once (C218). */
  readonly sendResetLink: (mail: { readonly email: string; readonly url: string }) => void;
  /** Tries a minute of one client at each place where something can be guessed. */
  readonly guessesPerMinute?: number | undefined;
  readonly github?: OAuthClient | undefined;
  readonly google?: OAuthClient | undefined;
}

interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Accounts, sessions, workspaces (better-auth's organizations), roles and two-factor, on our own tables. */
export function createAuth(options: AuthOptions) {
  const isHttps = options.baseUrl.startsWith('https:');
  return betterAuth({
    appName: 'Brevia',
    baseURL: options.baseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    database: prismaAdapter(options.prisma, { provider: 'cockroachdb', transaction: true }),
    trustedOrigins: (request) => [options.baseUrl, ...ownOrigin(request)],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, url }) => {
        options.sendResetLink({ email: user.email, url });
        return Promise.resolve();
      },
    },
    socialProviders: {
      ...(options.github === undefined ? {} : { github: options.github }),
      ...(options.google === undefined ? {} : { google: options.google }),
    },
    session: { expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS, cookieCache: { enabled: false } },
    user: { changeEmail: { enabled: false }, deleteUser: { enabled: true, beforeDelete: refuseAdmins } },
    // In memory: each process counts for itself, which is enough against guessing.
    rateLimit: {
      enabled: true,
      window: 60,
      max: 600,
      storage: 'memory',
      customRules: Object.fromEntries(
        GUESSABLE.map((path) => [path, { window: 60, max: options.guessesPerMinute ?? GUESSES_PER_MINUTE }]),
      ),
    },
    telemetry: { enabled: false },
    disabledPaths: [...MANAGERS_ONLY, ...ADMIN_ENDPOINTS],
    advanced: {
      cookiePrefix: 'brevia',
      useSecureCookies: isHttps,
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, secure: isHttps },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    databaseHooks: {
      user: {
        create: {
          before: (user) => {
            requireName(user.name);
            return Promise.resolve();
          },
          after: async (user) => {
            await options.createPersonalWorkspace({ id: user.id, name: user.name });
          },
        },
        update: {
          before: (user) => {
            if (user.name !== undefined) requireName(user.name);
            return Promise.resolve();
          },
        },
      },
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, activeOrganizationId: await options.firstWorkspaceOf(session.userId) },
          }),
          after: endIfSuspended,
        },
      },
    },
    hooks: {
      // Whoever changes a password may do it because somebody else knows the old one (C215).
      // eslint-disable-next-line @typescript-eslint/require-await -- better-auth wants a promise
      before: createAuthMiddleware(async (context) => {
        if (context.path !== '/change-password') return undefined;
        const body = context.body as Record<string, unknown>;
        return { context: { ...context, body: { ...body, revokeOtherSessions: true } } };
      }),
    },
    plugins: [
      organization({
        schema: { organization: { modelName: 'workspace' } },
        invitationExpiresIn: INVITATION_SECONDS,
        cancelPendingInvitationsOnReInvite: true,
      }),
      admin(),
      twoFactor({ issuer: 'Brevia' }),
    ],
  });
}

/** A name that every list can show and every store can hold. @throws APIError (400) */
function requireName(name: string): void {
  if (name.length > LONGEST_NAME || /[\0\p{Surrogate}]/u.test(name)) {
    throw new APIError('BAD_REQUEST', {
      code: 'INVALID_NAME',
      message: `A name has at most ${LONGEST_NAME} characters, and no control characters.`,
    });
  }
}

export type Auth = ReturnType<typeof createAuth>;

/** The origin that the request itself was sent to: a page served from there is ours, under whatever name it was reached. */
function ownOrigin(request: Request | undefined): string[] {
  const host = request?.headers.get('host');
  return host === null || host === undefined ? [] : [`http://${host}`, `https://${host}`];
}
