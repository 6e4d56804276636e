import type { RunQuery } from './run.ts';
import { series, type VisitorLimits } from './series.ts';
import { countable, floorDay, kindsOf, seconds } from './span.ts';
import { subjectOfWorkspace } from './subject.ts';
import { topCountries } from './summary.ts';
import type { Overview, SeriesRange } from './types.ts';

const DAY = 86_400_000;

interface Totals {
  readonly visitors: number;
  readonly countries: Readonly<Record<string, number>>;
}

/**
 * A workspace over a range. The points, and so the total, are exact; visitors, countries and links count the UTC days that
 * the range touches as a whole, since raw clicks do not lie together by workspace.
 */
export async function overview(
  run: RunQuery,
  owner: string,
  range: SeriesRange & { readonly limit: number },
  now: Date,
  limits: VisitorLimits = {},
): Promise<Overview> {
  const kinds = kindsOf[range.bots];
  const params = {
    owner,
    limit: range.limit,
    dayFrom: seconds(floorDay(countable(range.from))),
    dayTo: seconds(floorDay(countable(range.to) + DAY - 1)),
  };
  const where = `owner = {owner:String} AND kind IN ${kinds}
    AND day >= toDate({dayFrom:UInt32}, 'UTC') AND day < toDate({dayTo:UInt32}, 'UTC')`;
  const [points, [totals], topLinks] = await Promise.all([
    series(run, subjectOfWorkspace(owner), range, now, limits),
    run<Totals>(
      `SELECT uniqCombinedMerge(14)(visitors) AS visitors, sumMap(countries) AS countries FROM owner_day WHERE ${where}`,
      params,
    ),
    run<{ code: string; clicks: number }>(
      `SELECT code, sum(clicks) AS clicks FROM owner_link_day WHERE ${where}
       GROUP BY domain, code ORDER BY clicks DESC, code LIMIT {limit:UInt32}`,
      params,
    ),
  ]);
  return {
    totalClicks: points.reduce((sum, point) => sum + point.clicks, 0),
    botClicks: points.reduce((sum, point) => sum + point.botClicks, 0),
    uniqueVisitors: totals?.visitors ?? 0,
    points,
    topLinks,
    topCountries: topCountries(totals?.countries ?? {}, range.limit),
  };
}
