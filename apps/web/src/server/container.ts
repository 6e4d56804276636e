import {
  appRouter,
  createCaller,
  createCreateLimits,
  createKeyAuthenticator,
  type AnswerNotes,
  type Actor,
  type Context,
  type Services,
} from '@brevia/api';
import type { ChangeChannel, LinkCache } from '@brevia/cache';
import type { ClickStats } from '@brevia/clicks';
import type { CodeSource, Database } from '@brevia/db';
import type { Tracing } from '@brevia/telemetry';
import { createAuth } from './auth.ts';
import { createAccountMails } from './mail/account-mails.ts';
import type { Postman } from './mail/postman.ts';
import { createNewPassword } from './new-password.ts';
import { createHealthReader, type HealthSources } from './health/health-reader.ts';
import { createPolicy } from './policy.ts';
import { createIdentifier } from './session.ts';
import { createTracedAdapters } from './traces/adapters.ts';

/** Ports that main.ts (or a test) opened, and the settings that are not about ports. */
export interface ContainerParts {
  readonly database: Database;
  readonly codes: CodeSource;
  readonly cache: LinkCache;
  readonly changes: ChangeChannel;
  readonly stats: ClickStats;
  /** ioredis or its Cluster; without it each process counts limits for itself. */
  readonly redis?: object | undefined;
  /** Whom the page of health asks beside the link store. */
  readonly health?: HealthSources;
  readonly clock?: () => number;
  readonly report: Services['report'];
  /** Undefined where nobody wants traces. */
  readonly tracing?: Tracing | undefined;
  readonly mail: {
    readonly post: Postman['post'];
    /** Who gets to see a message: its recipient, the developer, or nobody. */
    readonly reaches: 'people' | 'log' | 'nobody';
  };
  readonly settings: {
    readonly webUrl: string;
    readonly shortUrlBase: string;
    readonly authSecret: string;
    readonly allowAnonymous: boolean;
    readonly limitPerUser: number;
    readonly limitAnonymous: number;
    readonly guessesPerMinute?: number | undefined;
    readonly github?: { readonly clientId: string; readonly clientSecret: string } | undefined;
    readonly google?: { readonly clientId: string; readonly clientSecret: string } | undefined;
  };
}

export type Container = ReturnType<typeof createContainer>;

/** The composition root: every adapter behind the interface that the use-cases know. */
export function createContainer(parts: ContainerParts) {
  const { database, settings, report, clock = Date.now } = parts;
  const policy = createPolicy({
    shortUrlBase: settings.shortUrlBase,
    webUrl: settings.webUrl,
    allowAnonymous: settings.allowAnonymous,
    blockedDomains: database.blockedDomains,
    reservedWords: database.reservedWords,
    report,
  });
  const keys = createKeyAuthenticator({ store: database.apiKeys, clock });
  const forgetCredentials = () => {
    identifier.forget();
    keys.forget();
  };
  /** The same change of an account, which counts in this process before it is answered. */
  const thenForget =
    <Input, Output>(change: (input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      const outcome = await change(input);
      forgetCredentials();
      return outcome;
    };
  const services: Services = {
    links: database.links,
    apiKeys: {
      ...database.apiKeys,
      async revoke(key) {
        const isRevoked = await database.apiKeys.revoke(key);
        keys.forget();
        return isRevoked;
      },
    },
    workspaces: database.workspaces,
    users: {
      ...database.users,
      administer: thenForget(database.users.administer),
      endSessions: thenForget(database.users.endSessions),
    },
    blockedDomains: {
      ...database.blockedDomains,
      add: policy.thenRefresh(database.blockedDomains.add),
      remove: policy.thenRefresh(database.blockedDomains.remove),
    },
    reservedWords: {
      ...database.reservedWords,
      add: policy.thenRefresh(database.reservedWords.add),
      remove: policy.thenRefresh(database.reservedWords.remove),
    },
    idempotency: database.idempotency,
    codes: parts.codes,
    cache: parts.cache,
    changes: parts.changes,
    stats: parts.stats,
    readHealth: createHealthReader(() => database.ping(), parts.health ?? {}, new Date(clock())),
    limits: createTracedAdapters(parts.redis === undefined ? undefined : parts.tracing).limits(
      createCreateLimits({
        perUser: settings.limitPerUser,
        anonymous: settings.limitAnonymous,
        redis: parts.redis,
      }),
    ),
    policy: policy.rules,
    clock,
    random: Math.random,
    report,
    tracing: parts.tracing,
  };
  const mails = createAccountMails({
    post: parts.mail.post,
    areSent: parts.mail.reaches === 'people',
    webUrl: settings.webUrl,
    clock,
  });
  const auth = createAuth({
    prisma: database.client,
    secret: settings.authSecret,
    baseUrl: settings.webUrl,
    createPersonalWorkspace: (user) => database.workspaces.createPersonal(user),
    firstWorkspaceOf: async (userId) => (await database.workspaces.listOf(userId))[0]?.id ?? null,
    mails,
    newPassword: createNewPassword({ client: database.client, users: database.users, mails, report }),
    guessesPerMinute: settings.guessesPerMinute,
    github: settings.github,
    google: settings.google,
  });
  const identifier = createIdentifier({
    auth,
    keys,
    workspacesOf: (userId) => database.workspaces.listOf(userId),
    webOrigin: new URL(settings.webUrl).origin,
  });

  const contextFor = (actor: Actor, requestId: string, answer: AnswerNotes = {}): Context => ({
    ...services,
    actor,
    requestId,
    answer,
  });
  return {
    services,
    auth,
    router: appRouter,
    webUrl: settings.webUrl,
    /** Who else vouches for people here, as the operator has set it up. */
    signInProviders: (['github', 'google'] as const).filter((name) => settings[name] !== undefined),
    mailReaches: parts.mail.reaches,
    identify: identifier.identify,
    contextFor,
    callerFor: (actor: Actor, requestId: string) => createCaller(contextFor(actor, requestId)),
    /** Forgets remembered sessions and keys after a change in this process. */
    forgetCredentials,
    startPolicyRefresh: policy.start,
    ping: () => database.ping(),
  };
}
