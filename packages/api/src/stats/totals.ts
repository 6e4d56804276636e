import { DEFAULT_DOMAIN, isLinkCode } from '@brevia/core';
import type { MemberActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { mayUse } from '../links/own.ts';
import type { StatsTotal, TotalsInput } from './schema.ts';

/** Clicks of the links on a page of the list; links that the actor may not see are left out. */
export async function statsTotals({
  ctx,
  input,
}: Call<TotalsInput, MemberActor>): Promise<readonly StatsTotal[]> {
  const codes = [...new Set(input.codes)].filter(isLinkCode);
  const links = await Promise.all(codes.map((code) => ctx.links.find({ domain: DEFAULT_DOMAIN, code })));
  const allowed = await Promise.all(links.map(async (link) => link !== null && (await mayUse(ctx, link))));
  const own = links.filter((link, index) => link !== null && allowed[index] === true) as {
    domain: string;
    code: string;
  }[];
  const totals = own.length === 0 ? [] : await ctx.stats.totals(own);
  const byCode = new Map(totals.map((total) => [total.code, total]));
  return own.map(({ code }) => byCode.get(code) ?? { code, clicks: 0, botClicks: 0 });
}
