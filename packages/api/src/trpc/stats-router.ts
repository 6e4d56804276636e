import { statsBreakdown } from '../stats/breakdown.ts';
import { statsOverview } from '../stats/overview.ts';
import { breakdownInput, overviewInput, seriesInput, summaryInput, totalsInput } from '../stats/schema.ts';
import { statsSeries } from '../stats/series.ts';
import { statsSummary } from '../stats/summary.ts';
import { statsTotals } from '../stats/totals.ts';
import { t } from './init.ts';
import { memberProcedure } from './procedures.ts';

const read = memberProcedure.meta({ scope: 'stats:read' });

export const statsRouter = t.router({
  summary: read.input(summaryInput).query(statsSummary),
  series: read.input(seriesInput).query(statsSeries),
  breakdown: read.input(breakdownInput).query(statsBreakdown),
  totals: read.input(totalsInput).query(statsTotals),
  overview: read.input(overviewInput).query(statsOverview),
});
