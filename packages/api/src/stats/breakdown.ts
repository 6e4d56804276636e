import type { MemberActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { findOwnLink } from '../links/own.ts';
import { toRange } from './range.ts';
import type { BreakdownInput, StatsBreakdown } from './schema.ts';

/** Clicks by one dimension (STAT-2). @throws BreviaError invalid_input, not_found, forbidden, unavailable */
export async function statsBreakdown({
  ctx,
  input,
}: Call<BreakdownInput, MemberActor>): Promise<StatsBreakdown> {
  const range = toRange(ctx, input);
  const { by, limit } = input;
  const { domain, code } = await findOwnLink(ctx, input.code);
  const rows = await ctx.stats.breakdown({ domain, code }, { ...range, by, limit });
  return { by, from: range.from, to: range.to, rows };
}
