import type { LinkKey } from '@brevia/core';
import type { ClickHouseClient } from '@clickhouse/client';
import { breakdown } from './breakdown.ts';
import { overview } from './overview.ts';
import { createRunner } from './run.ts';
import type { VisitorLimits } from './series-question.ts';
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

/**
 * @param now the clock, for deciding what is still in the raw table
 * @param limits up to how many clicks a series counts its visitors the long way
 */
export function createClickStats(
  client: ClickHouseClient,
  now: () => Date = () => new Date(),
  limits: VisitorLimits = {},
): ClickStats {
  const run = createRunner(client);
  return {
    summary: (link, at) => summary(run, link, at),
    series: (link, range) => series(run, subjectOfLink(link), range, now(), limits),
    breakdown: (link, range) => breakdown(run, link, range, now()),
    overview: (workspaceId, range) => overview(run, workspaceId, range, now(), limits),
    totals: (links) => totals(run, links),
  };
}
