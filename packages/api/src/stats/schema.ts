import { z } from 'zod';
import { code, instant, timezone } from '../fields.ts';

export const GRANULARITIES = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITIES)[number];
export const DIMENSIONS = ['country', 'referrer', 'browser', 'os', 'device', 'language'] as const;
export type Dimension = (typeof DIMENSIONS)[number];
/** Whose clicks are counted: people only, both, or bots only. */
export const BOT_FILTERS = ['exclude', 'include', 'only'] as const;
export type BotFilter = (typeof BOT_FILTERS)[number];

const range = {
  /** Start, inclusive. Default: 30 days (for minutes: an hour, for hours: 2 days) before `to`. */
  from: instant.optional(),
  /** End, exclusive. Default: now. */
  to: instant.optional(),
  timezone: timezone.default('UTC'),
};

export const summaryInput = z.strictObject({ code });
export type SummaryInput = z.output<typeof summaryInput>;

export const seriesInput = z.strictObject({
  code,
  ...range,
  granularity: z.enum(GRANULARITIES).default('day'),
  bots: z.enum(BOT_FILTERS).default('exclude'),
});
export type SeriesInput = z.output<typeof seriesInput>;

export const breakdownInput = z.strictObject({
  code,
  ...range,
  by: z.enum(DIMENSIONS),
  limit: z.number().int().min(1).max(100).default(10),
  bots: z.enum(BOT_FILTERS).default('exclude'),
});
export type BreakdownInput = z.output<typeof breakdownInput>;

export const overviewInput = z.strictObject({
  ...range,
  granularity: z.enum(GRANULARITIES).default('day'),
  limit: z.number().int().min(1).max(100).default(10),
  bots: z.enum(BOT_FILTERS).default('exclude'),
});
export type OverviewInput = z.output<typeof overviewInput>;

export const totalsInput = z.strictObject({ codes: z.array(code).max(100) });
export type TotalsInput = z.output<typeof totalsInput>;

/** Clicks of one link since it was made, people and bots apart (C120). */
export interface StatsTotal {
  readonly code: string;
  readonly clicks: number;
  readonly botClicks: number;
}

/** STAT-1. `totalClicks` and `clicksLast24h` count people; bots stand beside them. */
export interface StatsSummary {
  readonly code: string;
  readonly totalClicks: number;
  readonly clicksLast24h: number;
  readonly botClicks: number;
  readonly uniqueVisitors: number;
  /** At most five, descending, ISO 3166-1 alpha-2. */
  readonly topCountries: readonly { readonly countryCode: string; readonly clicks: number }[];
  /** Time of the newest click that is counted here, null before the first. */
  readonly lastUpdated: Date | null;
}

/** Humans and bots side by side (STAT-2); `clicks` follows the `bots` filter of the request. */
export interface SeriesPoint {
  readonly start: Date;
  readonly clicks: number;
  readonly humanClicks: number;
  readonly botClicks: number;
  readonly uniqueVisitors: number;
}

export interface StatsSeries {
  readonly from: Date;
  readonly to: Date;
  readonly granularity: Granularity;
  readonly timezone: string;
  /** Every bucket of the range, also the empty ones. */
  readonly points: readonly SeriesPoint[];
}

export interface StatsBreakdown {
  readonly by: Dimension;
  readonly from: Date;
  readonly to: Date;
  /** Descending by clicks; an empty value means unknown. */
  readonly rows: readonly { readonly value: string; readonly clicks: number }[];
}

export interface StatsOverview {
  readonly from: Date;
  readonly to: Date;
  readonly granularity: Granularity;
  readonly timezone: string;
  readonly totalClicks: number;
  readonly botClicks: number;
  readonly uniqueVisitors: number;
  readonly points: readonly SeriesPoint[];
  readonly topLinks: readonly { readonly code: string; readonly shortUrl: string; readonly clicks: number }[];
  readonly topCountries: readonly { readonly countryCode: string; readonly clicks: number }[];
}
