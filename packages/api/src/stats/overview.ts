import type { MemberActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { toRange } from './range.ts';
import type { OverviewInput, StatsOverview } from './schema.ts';

/** All links of the actor's workspace together (STAT-2). @throws BreviaError invalid_input, unavailable */
export async function statsOverview({
  ctx,
  input,
}: Call<OverviewInput, MemberActor>): Promise<StatsOverview> {
  const range = toRange(ctx, input);
  const { granularity, timezone, limit } = input;
  const { topLinks, ...overview } = await ctx.stats.overview(ctx.actor.workspaceId, {
    ...range,
    granularity,
    limit,
  });
  return {
    from: range.from,
    to: range.to,
    granularity,
    timezone,
    ...overview,
    topLinks: topLinks.map((link) => ({ ...link, shortUrl: `${ctx.policy.shortUrlBase}/${link.code}` })),
  };
}
