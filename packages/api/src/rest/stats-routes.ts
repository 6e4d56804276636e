import { invalidInput } from '../failure.ts';
import { breakdownInput, type Dimension } from '../stats/schema.ts';
import { breakdownsCsv, seriesCsv } from './stats-csv.ts';
import type { Query } from './read-query.ts';
import type { RestReply, RestRequest, Route } from './route.ts';

const CSV = 'text/csv; charset=utf-8';

export const statsRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/links/{code}/stats',
    query: {},
    async run({ caller, code }) {
      const { totalClicks, clicksLast24h, topCountries, lastUpdated, ...others } = await caller.stats.summary(
        {
          code,
        },
      );
      return {
        status: 200,
        json: { totalClicks, clicksLast24h, topCountries, lastUpdated, ...others },
      };
    },
  },
  {
    method: 'GET',
    path: '/links/{code}/analytics',
    query: {
      from: 'text',
      to: 'text',
      granularity: 'text',
      timezone: 'text',
      by: 'list',
      limit: 'integer',
      bots: 'text',
      format: 'text',
    },
    run: analytics,
  },
];

const breakdownLimit = breakdownInput.pick({ limit: true });

async function analytics({ caller, code, query }: RestRequest): Promise<RestReply> {
  const { by, format, limit: wantedLimit, ...range } = query;
  const { granularity: _granularity, ...span } = range;
  const dimensions = [...new Set(by as readonly Dimension[] | undefined)];
  const wanted = readFormat(format);
  // Judged also where no break-down needs it, so that a wrong one is never passed over in silence (C209).
  const { limit } = breakdownLimit.parse({ limit: wantedLimit });
  // One `to` for all, so that the parts agree with each other.
  const series = await caller.stats.series({ code, ...range });
  const fixed = { ...span, from: series.from, to: series.to };
  const breakdowns = await Promise.all(
    dimensions.map((dimension) =>
      caller.stats.breakdown({
        code,
        ...fixed,
        by: dimension,
        limit,
      }),
    ),
  );
  if (wanted === 'csv') {
    const name = `${code}-${dimensions.length === 0 ? 'clicks' : dimensions.join('-')}.csv`;
    return {
      status: 200,
      headers: { 'Content-Disposition': `attachment; filename="${name}"` },
      text: { type: CSV, body: dimensions.length === 0 ? seriesCsv(series) : breakdownsCsv(breakdowns) },
    };
  }
  const summary = await caller.stats.summary({ code });
  return {
    status: 200,
    json: {
      ...summary,
      series,
      breakdowns: Object.fromEntries(breakdowns.map(({ by, rows }) => [by, rows])),
    },
  };
}

function readFormat(format: Query[string] | undefined): 'json' | 'csv' {
  if (format === undefined || format === 'json') return 'json';
  if (format === 'csv') return 'csv';
  throw invalidInput([{ field: 'format', code: 'invalid_value', message: 'Must be json or csv.' }]);
}
