import { DEFAULT_DOMAIN, parseAlias } from '@brevia/core';
import type { Call } from '../context.ts';
import { freeSuggestions } from './insert.ts';
import type { AliasCheck, CheckAliasInput } from './schema.ts';

/** For live validation only: the insert alone decides (ALIAS-3). */
export async function checkAlias({ ctx, input }: Call<CheckAliasInput>): Promise<AliasCheck> {
  const alias = parseAlias(input.alias, ctx.policy.reservedWords());
  if (!alias.ok) return { available: false, reason: alias.error, suggestions: [] };
  const taken = await ctx.links.findTaken(DEFAULT_DOMAIN, [alias.value]);
  if (!taken.has(alias.value)) return { available: true, reason: null, suggestions: [] };
  return {
    available: false,
    reason: { code: 'alias_taken', message: 'This alias is taken.' },
    suggestions: await freeSuggestions(ctx, alias.value),
  };
}
