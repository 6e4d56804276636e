/** Smallest step of a series. Weeks begin on Monday. */
export type Granularity = 'minute' | 'hour' | 'day' | 'week' | 'month';
export type Dimension = 'country' | 'referrer' | 'browser' | 'os' | 'device' | 'language';
/** Whose clicks are counted: people only, both, or bots only. Image proxies of mail providers are never counted. */
export type BotFilter = 'exclude' | 'include' | 'only';

/** A span of time, `from` inclusive, `to` exclusive. */
export interface Range {
  readonly from: Date;
  readonly to: Date;
  /** IANA name: where days, weeks and months begin. */
  readonly timezone: string;
  readonly bots: BotFilter;
}

export interface SeriesRange extends Range {
  readonly granularity: Granularity;
}

export interface ClickSummary {
  /** People, since the link was made. */
  readonly totalClicks: number;
  /** People, in the 24 hours before now. */
  readonly clicksLast24h: number;
  readonly botClicks: number;
  /** People, counted once a UTC day, since the visitor hash changes daily. */
  readonly uniqueVisitors: number;
  /** At most five, descending; people whose country is known. */
  readonly topCountries: readonly { readonly countryCode: string; readonly clicks: number }[];
  /** Every click that happened before this moment is counted; null before anything was ever ingested. */
  readonly lastUpdated: Date | null;
}

export interface SeriesPoint {
  /** Where the bucket begins, also when the range begins later. */
  readonly start: Date;
  /** As the `bots` filter says. */
  readonly clicks: number;
  readonly humanClicks: number;
  readonly botClicks: number;
  readonly uniqueVisitors: number;
}

export interface BreakdownRow {
  /** Empty: unknown. */
  readonly value: string;
  readonly clicks: number;
}

export interface Overview {
  readonly totalClicks: number;
  readonly botClicks: number;
  readonly uniqueVisitors: number;
  readonly points: readonly SeriesPoint[];
  readonly topLinks: readonly { readonly code: string; readonly clicks: number }[];
  readonly topCountries: readonly { readonly countryCode: string; readonly clicks: number }[];
}
