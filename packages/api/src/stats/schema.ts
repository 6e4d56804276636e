import type {
  BotFilter,
  BreakdownRow,
  ClickSummary,
  Dimension,
  Granularity,
  Overview,
  SeriesPoint,
} from '@brevia/clicks';
import { z } from 'zod';
import { code, instant, timezone } from '../fields.ts';

export type { BotFilter, Dimension, Granularity, SeriesPoint } from '@brevia/clicks';

/** A list that holds every member of a union: one that is added to the click store's types must be added here too. */
const allOf =
  <Member extends string>() =>
  <const List extends readonly Member[]>(
    list: List & ([Member] extends [List[number]] ? unknown : never),
  ): List =>
    list;

export const GRANULARITIES = allOf<Granularity>()(['minute', 'hour', 'day', 'week', 'month']);
export const DIMENSIONS = allOf<Dimension>()(['country', 'referrer', 'browser', 'os', 'device', 'language']);
export const BOT_FILTERS = allOf<BotFilter>()(['exclude', 'include', 'only']);

const range = {
  /** Start, inclusive. Default: what range.ts calls usual for the granularity, before `to`. */
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
export interface StatsSummary extends ClickSummary {
  readonly code: string;
}

/** Humans and bots side by side (STAT-2). */
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
  /** Descending by clicks. */
  readonly rows: readonly BreakdownRow[];
}

export interface StatsOverview extends Omit<Overview, 'topLinks'>, StatsSeries {
  readonly topLinks: readonly (Overview['topLinks'][number] & { readonly shortUrl: string })[];
}
