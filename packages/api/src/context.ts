import type { LinkChange, RedirectLink } from '@brevia/core';
import type { Actor } from './actor.ts';
import type { HealthReadings } from './admin/health-readings.ts';
import type {
  ApiKeys,
  BlockedDomains,
  Idempotency,
  Links,
  ReservedWords,
  Users,
  Workspaces,
} from '@brevia/db';
import type { ClickStats } from '@brevia/clicks';
import type { Tracing } from '@brevia/telemetry';
import type { Budget, CreateLimits } from './ports.ts';

/** The operator's rules, and what admins change at run time (both sets are read at every call). */
export interface Policy {
  /** Public address of short links, without a slash at the end. */
  readonly shortUrlBase: string;
  /** Hosts that no link may lead to: the short domain and the dashboard (API-6). */
  readonly ownHosts: readonly string[];
  readonly allowAnonymous: boolean;
  isBlocked(host: string): boolean;
  reservedWords(): ReadonlySet<string>;
}

/** All that use-cases work with; made once, by the composition root. */
export interface Services {
  readonly links: Links;
  readonly apiKeys: ApiKeys;
  readonly workspaces: Workspaces;
  readonly users: Pick<Users, 'list' | 'listOne' | 'administer' | 'endSessions'>;
  readonly blockedDomains: BlockedDomains;
  readonly reservedWords: ReservedWords;
  readonly idempotency: Omit<Idempotency, 'sweep'>;
  /** Next generated code; waits only when no block of numbers is at hand. */
  readonly codes: { next(): string | Promise<string> };
  readonly cache: {
    put(link: RedirectLink): Promise<unknown>;
    remove(link: {
      readonly domain: string;
      readonly code: string;
      readonly version: number;
    }): Promise<unknown>;
  };
  readonly changes: { publish(change: LinkChange): Promise<void> };
  readonly stats: ClickStats;
  /** Asks engines and apps how they are; never takes much longer than a second. */
  readonly readHealth: () => Promise<HealthReadings>;
  readonly limits: CreateLimits;
  readonly policy: Policy;
  readonly clock: () => number;
  /** In [0, 1); for suggestions of aliases only. */
  readonly random: () => number;
  /** Gets what failed without failing the call, such as a write-through while Redis is down. */
  readonly report: (problem: { readonly what: string; readonly error: unknown }) => void;
  /** Undefined where nobody wants traces. */
  readonly tracing?: Tracing | undefined;
}

/** What one call is made with. */
export interface Context extends Services {
  readonly actor: Actor;
  readonly requestId: string;
  /** Of the `Idempotency-Key` header (API-4). */
  readonly idempotencyKey?: string | undefined;
  /** Filled by use-cases for the adapter that answers; one object a request, shared by its calls. */
  readonly answer: AnswerNotes;
}

export interface AnswerNotes {
  budget?: Budget;
  /** The answer was given before, and is given again. */
  replayed?: boolean;
}

/** What every use-case is called with. */
export interface Call<Input, Who extends Actor = Actor> {
  readonly ctx: Context & { readonly actor: Who };
  readonly input: Input;
}
