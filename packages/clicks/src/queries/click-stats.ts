import type { LinkKey } from '@brevia/core';
import type { ClickHouseClient } from '@clickhouse/client';
import { breakdown } from './breakdown.ts';
import { overview } from './overview.ts';
import { createRunner } from './run.ts';
import { series } from './series.ts';
import { subjectOfLink } from './subject.ts';
import { summary } from './summary.ts';
import { totals, type LinkTotal } from './totals.ts';
import type {
  BreakdownRow,
  ClickSummary,
  Dimension,
  Overview,
  Range,
  SeriesPoint,
  SeriesRange,
} from './types.ts';

/** All questions that the dashboard and the API ask about clicks (STAT-1, STAT-2). Each throws BreviaError `unavailable` while ClickHouse is away. */
export interface ClickStats {
  summary(link: LinkKey, now: Date): Promise<ClickSummary>;
  /** Every bucket of the range, also the empty ones. */
  series(link: LinkKey, range: SeriesRange): Promise<SeriesPoint[]>;
  breakdown(
    link: LinkKey,
    range: Range & { readonly by: Dimension; readonly limit: number },
  ): Promise<BreakdownRow[]>;
  overview(workspaceId: string, range: SeriesRange & { readonly limit: number }): Promise<Overview>;
  totals(links: readonly LinkKey[]): Promise<LinkTotal[]>;
}

/** @param now the clock, for deciding what is still in the raw table */
export function createClickStats(client: ClickHouseClient, now: () => Date = () => new Date()): ClickStats {
  const run = createRunner(client);
  return {
    summary: (link, at) => summary(run, link, at),
    series: (link, range) => series(run, subjectOfLink(link), range, now()),
    breakdown: (link, range) => breakdown(run, link, range, now()),
    overview: (workspaceId, range) => overview(run, workspaceId, range, now()),
    totals: (links) => totals(run, links),
  };
}
