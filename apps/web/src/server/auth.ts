import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth';
import { admin, organization, twoFactor } from 'better-auth/plugins';
import { ADMIN_ENDPOINTS, endIfSuspended, refuseAdmins } from './account-guards.ts';
import { createAuthHooks, refuseOwn } from './auth-hooks.ts';
import type { AccountMails } from './mail/account-mails.ts';
import type { NewPassword } from './new-password.ts';

const DAY_SECONDS = 24 * 60 * 60;
const SHORTEST_PASSWORD = 10;
/**
 * Where passwords, codes and addresses could be tried out (C217: whether the account exists or not), mail be sent to
 * others, or workspaces be made by the thousand, by one client.
 */
const GUESSABLE = [
  '/sign-in/*',
  '/sign-up/*',
  '/request-password-reset',
  '/reset-password/*',
  '/change-password',
  '/two-factor/*',
  '/send-verification-email',
  '/organization/create',
  '/organization/invite-member',
];
const GUESSES_PER_MINUTE = 20;
const LONGEST_NAME = 256;
const INVITATION_SECONDS = 7 * DAY_SECONDS;
/** Workspaces that one person is in. */
const MOST_WORKSPACES = 50;
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
  /** Messages to people; without them nobody can ask for a new password. */
  readonly mails?: AccountMails | undefined;
  readonly newPassword?: NewPassword | undefined;
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
  const { mails, newPassword } = options;
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
      ...(mails === undefined
        ? {}
        : {
            sendResetPassword: ({ user, token }, request) => {
              mails.resetLink({ email: user.email, token }, request);
              return Promise.resolve();
            },
          }),
      onPasswordReset: async ({ user }, request) => newPassword?.wasReset(user, request),
    },
    ...(mails?.areSent === true ? { emailVerification: verificationBy(mails) } : {}),
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
    hooks: createAuthHooks(newPassword),
    plugins: [
      organization({
        schema: { organization: { modelName: 'workspace' } },
        invitationExpiresIn: INVITATION_SECONDS,
        cancelPendingInvitationsOnReInvite: true,
        organizationLimit: MOST_WORKSPACES,
        // Links outlive their workspace, and nobody could change or delete them any more (docs/accounts.md).
        disableOrganizationDeletion: true,
        organizationHooks: {
          beforeRemoveMember: ({ organization: workspace, user }) => {
            refuseOwn(workspace, user);
            return Promise.resolve();
          },
        },
        sendInvitationEmail: ({ id, email, organization: { name }, inviter: { user } }, request) => {
          // Mail in somebody's name goes out only where the address is known to be theirs.
          if (user.emailVerified) mails?.invitation({ id, email, workspace: name, inviter: user }, request);
          return Promise.resolve();
        },
      }),
      admin(),
      twoFactor({ issuer: 'Brevia' }),
    ],
  });
}

/** Asks whoever signs up to confirm the address; nothing waits for it. */
function verificationBy(mails: AccountMails) {
  return {
    sendOnSignUp: true,
    expiresIn: DAY_SECONDS,
    sendVerificationEmail: (
      { user, token }: { user: { email: string }; token: string },
      request: Request | undefined,
    ) => {
      mails.verification({ email: user.email, token }, request);
      return Promise.resolve();
    },
  };
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
