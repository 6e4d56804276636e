import { BreviaError, DEFAULT_DOMAIN, parseAlias, suggestAliases, toChange } from '@brevia/core';
import type { Link, NewLink } from '@brevia/db';
import type { Context } from '../context.ts';
import { invalidInput } from '../failure.ts';
import { announce } from './announce.ts';
import { toLinkDto } from './dto.ts';
import type { CreateLinkInput, LinkDto } from './schema.ts';
import { checkExpiry, checkTarget } from './target.ts';

export type Draft = Omit<NewLink, 'code'> & { readonly alias: string | null };

/** Checks one link by the pure rules; nothing is looked up. @throws BreviaError invalid_input, alias_reserved */
export function draftLink(ctx: Context, input: CreateLinkInput): Draft {
  const alias =
    input.customAlias === null || input.customAlias === undefined
      ? null
      : checkAliasRules(ctx, input.customAlias);
  const { actor } = ctx;
  return {
    domain: DEFAULT_DOMAIN,
    alias,
    isCustom: alias !== null,
    longUrl: checkTarget(ctx, input.longUrl),
    workspaceId: actor.kind === 'anonymous' ? null : actor.workspaceId,
    creatorId: actor.kind === 'anonymous' ? null : actor.userId,
    expiresAt: checkExpiry(ctx, input.expiresAt),
    permanent: input.permanent ?? false,
    forwardQuery: input.forwardQuery ?? false,
    title: input.title ?? null,
    notes: input.notes ?? null,
    tags: [...new Set(input.tags ?? [])],
  };
}

/** What follows every insert: caches and redirectors hear of it, and the caller gets the row just written (C061). */
export async function tellOf(ctx: Context, link: Link): Promise<LinkDto> {
  await announce(ctx, toChange(link));
  return toLinkDto(link, ctx);
}

export async function aliasTaken(ctx: Context, alias: string): Promise<BreviaError> {
  const message = 'This alias is taken.';
  return new BreviaError('alias_taken', message, {
    fields: [{ field: 'customAlias', code: 'alias_taken', message }],
    details: { suggestions: await freeSuggestions(ctx, alias) },
  });
}

function checkAliasRules(ctx: Context, raw: string): string {
  const alias = parseAlias(raw, ctx.policy.reservedWords());
  if (alias.ok) return alias.value;
  const field = { field: 'customAlias', ...alias.error };
  if (alias.error.code !== 'alias_reserved') throw invalidInput([field]);
  throw new BreviaError('alias_reserved', alias.error.message, { fields: [field] });
}

/** Aliases near the wanted one that are free at this moment; none when the store can't tell. */
export async function freeSuggestions(ctx: Context, alias: string): Promise<string[]> {
  const candidates = suggestAliases(alias, ctx.random);
  try {
    const taken = await ctx.links.findTaken(DEFAULT_DOMAIN, candidates);
    return candidates.filter((candidate) => !taken.has(candidate)).slice(0, 3);
  } catch (error) {
    ctx.report({ what: 'alias suggestions', error });
    return [];
  }
}
