import type { LinkKey } from '@brevia/core';
import type { RunQuery } from './run.ts';

export interface LinkTotal {
  readonly code: string;
  readonly clicks: number;
  readonly botClicks: number;
}

/** Clicks of several links of one domain since they were made, people and bots apart as everywhere (C120): for lists. */
export async function totals(run: RunQuery, links: readonly LinkKey[]): Promise<LinkTotal[]> {
  const [first] = links;
  if (!first) return [];
  return run<LinkTotal>(
    `SELECT code, sumIf(d.clicks, kind = 'human') AS clicks, sumIf(d.clicks, kind = 'bot') AS botClicks
     FROM link_day AS d WHERE domain = {domain:String} AND code IN {codes:Array(String)}
     GROUP BY code`,
    {
      domain: first.domain,
      codes: links.filter((link) => link.domain === first.domain).map((link) => link.code),
    },
  );
}
