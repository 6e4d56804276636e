import type { LinkKey } from '@brevia/core';
import type { Actor } from './actor.ts';
import type {
  BotFilter,
  Dimension,
  Granularity,
  SeriesPoint,
  StatsBreakdown,
  StatsSummary,
} from './stats/schema.ts';

export interface Range {
  readonly from: Date;
  readonly to: Date;
  readonly timezone: string;
  readonly bots: BotFilter;
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
