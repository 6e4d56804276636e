import type { MemberActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { findOwnLink } from '../links/own.ts';
import type { StatsSummary, SummaryInput } from './schema.ts';

/** STAT-1. @throws BreviaError not_found, forbidden, unavailable */
export async function statsSummary({ ctx, input }: Call<SummaryInput, MemberActor>): Promise<StatsSummary> {
  const { domain, code } = await findOwnLink(ctx, input.code);
  return { code, ...(await ctx.stats.summary({ domain, code }, new Date(ctx.clock()))) };
}
