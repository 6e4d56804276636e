import { BreviaError, DEFAULT_DOMAIN, parseAlias, suggestAliases } from '@brevia/core';
import type { Context } from '../context.ts';
import { invalidInput } from '../failure.ts';
import type { NewLink } from '../ports.ts';
import { announce } from './announce.ts';
import { toLinkDto, toRedirectLink } from './dto.ts';
import type { CreateLinkInput, LinkDto } from './schema.ts';
import { checkExpiry, checkTarget } from './target.ts';

/** Only a custom alias can hold a generated code (CODE-3), so a second collision in a row is already a marvel. */
const CODE_ATTEMPTS = 5;

/** Checks one link by the pure rules and inserts it; the insert alone decides whether the code is free (ALIAS-3). */
export async function insertLink(ctx: Context, input: CreateLinkInput): Promise<LinkDto> {
  const alias = input.customAlias ?? null;
  const code = alias === null ? null : checkAliasRules(ctx, alias);
  const { actor } = ctx;
  const draft: Omit<NewLink, 'code'> = {
    domain: DEFAULT_DOMAIN,
    isCustom: code !== null,
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
  const record = code === null ? await insertGenerated(ctx, draft) : await insertCustom(ctx, draft, code);
  await announce(ctx, { kind: 'upsert', link: toRedirectLink(record) });
  return toLinkDto(record, ctx);
}

function checkAliasRules(ctx: Context, raw: string): string {
  const alias = parseAlias(raw, ctx.policy.reservedWords());
  if (alias.ok) return alias.value;
  const field = { field: 'customAlias', ...alias.error };
  if (alias.error.code !== 'alias_reserved') throw invalidInput([field]);
  throw new BreviaError('alias_reserved', alias.error.message, { fields: [field] });
}

async function insertGenerated(ctx: Context, draft: Omit<NewLink, 'code'>) {
  for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt += 1) {
    const result = await ctx.links.insert({ ...draft, code: await ctx.codes.next() });
    if (result.kind === 'created') return result.link;
  }
  ctx.report({
    what: 'no free generated code',
    error: new Error(`${CODE_ATTEMPTS} codes in a row were taken`),
  });
  throw new BreviaError('unavailable', 'No free code was found. Try again in a moment.', {
    details: { retryAfterSeconds: 1 },
  });
}

async function insertCustom(ctx: Context, draft: Omit<NewLink, 'code'>, alias: string) {
  const result = await ctx.links.insert({ ...draft, code: alias });
  if (result.kind === 'created') return result.link;
  const message = 'This alias is taken.';
  throw new BreviaError('alias_taken', message, {
    fields: [{ field: 'customAlias', code: 'alias_taken', message }],
    details: { suggestions: await freeSuggestions(ctx, alias) },
  });
}

/** Aliases near the wanted one that are free at this moment; none when the store can't tell. */
export async function freeSuggestions(ctx: Context, alias: string): Promise<string[]> {
  const candidates = suggestAliases(alias, ctx.random);
  try {
    return [...(await ctx.links.freeAliases(DEFAULT_DOMAIN, candidates))].slice(0, 3);
  } catch (error) {
    ctx.report({ what: 'alias suggestions', error });
    return [];
  }
}
