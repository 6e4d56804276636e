import type { RunQuery } from './run.ts';
import type { VisitorLimits } from './series-question.ts';
import { series } from './series.ts';
import { countable, dayCondition, kindsOf } from './span.ts';
import { subjectOfWorkspace } from './subject.ts';
import { topCountries } from './summary.ts';
import type { Overview, SeriesRange } from './types.ts';
import { sumOf, visitorsOfDays } from './visitors.ts';

interface Totals {
  readonly countries: Readonly<Record<string, number>>;
}

/**
 * A workspace over a range. The points, and so the total, count the quarters of an hour that the range touches; visitors, countries and
 * links the UTC days, since raw clicks do not lie together by workspace.
 */
export async function overview(
  run: RunQuery,
  owner: string,
  range: SeriesRange & { readonly limit: number },
  now: Date,
  limits: VisitorLimits = {},
): Promise<Overview> {
  const subject = subjectOfWorkspace(owner);
  const touched = { from: countable(range.from), to: countable(range.to) };
  const days = dayCondition(touched);
  const params = { owner, limit: range.limit, ...days.params };
  const where = `owner = {owner:String} AND kind IN ${kindsOf[range.bots]} AND ${days.sql}`;
  const [points, visitors, [totals], topLinks] = await Promise.all([
    series(run, subject, range, now, limits),
    visitorsOfDays({ run, subject, bots: range.bots }, touched),
    run<Totals>(`SELECT sumMap(countries) AS countries FROM owner_day PREWHERE ${where}`, params),
    run<{ code: string; clicks: number }>(
      `SELECT code, sum(clicks) AS clicks FROM owner_link_day WHERE ${where}
       GROUP BY domain, code ORDER BY clicks DESC, code LIMIT {limit:UInt32}`,
      params,
    ),
  ]);
  return {
    totalClicks: points.reduce((sum, point) => sum + point.clicks, 0),
    botClicks: points.reduce((sum, point) => sum + point.botClicks, 0),
    uniqueVisitors: sumOf(visitors),
    points,
    topLinks,
    topCountries: topCountries(totals?.countries ?? {}, range.limit),
  };
}
