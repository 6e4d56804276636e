import type { LinkKey } from '@brevia/core';
import type { Actor, Scope } from './actor.ts';
import type { LINK_SORTS, LINK_STATES } from './links/schema.ts';
import type {
  BotFilter,
  Dimension,
  Granularity,
  SeriesPoint,
  StatsBreakdown,
  StatsSummary,
} from './stats/schema.ts';

/** A row of the link store (LINK-1). */
export interface LinkRecord {
  readonly domain: string;
  readonly code: string;
  readonly longUrl: string;
  readonly title: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly permanent: boolean;
  readonly forwardQuery: boolean;
  readonly enabled: boolean;
  readonly isCustom: boolean;
  readonly workspaceId: string | null;
  readonly creatorId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date | null;
  readonly deletedAt: Date | null;
  readonly version: number;
}

export interface NewLink {
  readonly domain: string;
  readonly code: string;
  readonly isCustom: boolean;
  readonly longUrl: string;
  readonly workspaceId: string | null;
  readonly creatorId: string | null;
  readonly expiresAt: Date | null;
  readonly permanent: boolean;
  readonly forwardQuery: boolean;
  readonly title: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
}

/** Only the fields that are present change. */
export interface LinkPatch {
  readonly longUrl?: string;
  readonly expiresAt?: Date | null;
  readonly permanent?: boolean;
  readonly forwardQuery?: boolean;
  readonly enabled?: boolean;
  readonly title?: string | null;
  readonly notes?: string | null;
  readonly tags?: readonly string[];
}

export interface LinkQuery {
  readonly workspaceId: string;
  readonly limit: number;
  readonly cursor: string | null;
  readonly search?: string;
  readonly tag?: string;
  readonly state?: (typeof LINK_STATES)[number];
  readonly sort: (typeof LINK_SORTS)[number];
  readonly order: 'asc' | 'desc';
  readonly now: Date;
}

export interface Range {
  readonly from: Date;
  readonly to: Date;
  readonly timezone: string;
  readonly bots: BotFilter;
}

/** What became of an insert. `taken`: the code, or an alias that differs from it by case only (ALIAS-1). */
export type InsertResult =
  { readonly kind: 'created'; readonly link: LinkRecord } | { readonly kind: 'taken' };

/** The link store as the use-cases need it. A deleted link is found too: whoever must not see it checks `deletedAt`. */
export interface LinkStore {
  /** One atomic statement that also writes the outbox row; never overwrites (ALIAS-3). */
  insert(link: NewLink): Promise<InsertResult>;
  find(key: LinkKey): Promise<LinkRecord | null>;
  list(query: LinkQuery): Promise<{ items: readonly LinkRecord[]; nextCursor: string | null }>;
  /** Null when no live link of that workspace has the code. */
  update(key: OwnedKey, patch: LinkPatch): Promise<LinkRecord | null>;
  softDelete(key: OwnedKey): Promise<LinkRecord | null>;
  /** Null when no deleted link of that workspace has the code. */
  restore(key: OwnedKey): Promise<LinkRecord | null>;
  /** Those of the aliases that nobody has, in one query. */
  freeAliases(domain: string, aliases: readonly string[]): Promise<readonly string[]>;
}

/** Every mutation names the owner, so that the statement itself refuses a foreign link (C198). */
export interface OwnedKey extends LinkKey {
  readonly workspaceId: string | null;
}

export interface ApiKeyRecord {
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly start: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface ApiKeyStore {
  create(key: {
    readonly userId: string;
    readonly workspaceId: string;
    readonly name: string;
    /** SHA-256 of the secret, hexadecimal. */
    readonly hash: string;
    readonly start: string;
    readonly scopes: readonly Scope[];
    readonly expiresAt: Date | null;
  }): Promise<ApiKeyRecord>;
  findByHash(hash: string): Promise<ApiKeyRecord | null>;
  list(workspaceId: string): Promise<readonly ApiKeyRecord[]>;
  /** False when the workspace has no such key. */
  revoke(key: { readonly id: string; readonly workspaceId: string }): Promise<boolean>;
}

export interface WorkspaceStore {
  listOf(
    userId: string,
  ): Promise<
    readonly { readonly id: string; readonly name: string; readonly slug: string; readonly role: string }[]
  >;
  /** The role of a member, null for others. */
  roleOf(userId: string, workspaceId: string): Promise<string | null>;
}

/** Answers that were given once and are given again (API-4). */
export interface IdempotencyStore {
  /**
   * Takes the key, or tells what is known of it.
   * `running`: another request with the same key is at work.
   */
  begin(entry: {
    readonly actor: string;
    readonly key: string;
    readonly fingerprint: string;
  }): Promise<
    | { readonly kind: 'begun' }
    | { readonly kind: 'running'; readonly fingerprint: string }
    | { readonly kind: 'done'; readonly fingerprint: string; readonly answer: unknown }
  >;
  finish(entry: { readonly actor: string; readonly key: string; readonly answer: unknown }): Promise<void>;
  /** Gives the key back after a failure, so that the client may try again. */
  abandon(entry: { readonly actor: string; readonly key: string }): Promise<void>;
}

/** State of a client's budget, as the RateLimit headers show it. */
export interface Budget {
  readonly allowed: boolean;
  readonly policy: string;
  readonly limit: number;
  readonly remaining: number;
  readonly windowSeconds: number;
  readonly resetSeconds: number;
}

export interface CreateLimits {
  /** Takes `cost` creates from the actor's budget; never fails while Redis is down (API-3). */
  spend(actor: Actor, cost: number): Promise<Budget>;
}

/** Queries of the click store (STAT-1, STAT-2). */
export interface ClickStats {
  summary(link: LinkKey, now: Date): Promise<Omit<StatsSummary, 'code'>>;
  series(
    link: LinkKey,
    range: Range & { readonly granularity: Granularity },
  ): Promise<readonly SeriesPoint[]>;
  breakdown(
    link: LinkKey,
    range: Range & { readonly by: Dimension; readonly limit: number },
  ): Promise<StatsBreakdown['rows']>;
  overview(
    workspaceId: string,
    range: Range & { readonly granularity: Granularity; readonly limit: number },
  ): Promise<{
    readonly totalClicks: number;
    readonly botClicks: number;
    readonly uniqueVisitors: number;
    readonly points: readonly SeriesPoint[];
    readonly topLinks: readonly { readonly code: string; readonly clicks: number }[];
    readonly topCountries: readonly { readonly countryCode: string; readonly clicks: number }[];
  }>;
}
