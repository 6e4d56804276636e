import type { MemberActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { findOwnLink } from '../links/own.ts';
import { toRange } from './range.ts';
import type { SeriesInput, StatsSeries } from './schema.ts';

/** Clicks over time (STAT-2). @throws BreviaError invalid_input, not_found, forbidden, unavailable */
export async function statsSeries({ ctx, input }: Call<SeriesInput, MemberActor>): Promise<StatsSeries> {
  const range = toRange(ctx, input);
  const { granularity, timezone } = input;
  const { domain, code } = await findOwnLink(ctx, input.code);
  const points = await ctx.stats.series({ domain, code }, { ...range, granularity });
  return { from: range.from, to: range.to, granularity, timezone, points };
}
