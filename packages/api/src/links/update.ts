import { toChange } from '@brevia/core';
import type { MemberActor } from '../actor.ts';
import type { Call, Context } from '../context.ts';
import type { LinkPatch } from '@brevia/db';
import { announce } from './announce.ts';
import { toLinkDto } from './dto.ts';
import { findOwnLink, notFound, ownKey } from './own.ts';
import type { LinkDto, UpdateLinkInput } from './schema.ts';
import { checkExpiry, checkTarget } from './target.ts';

/**
 * Changes the fields that are present; null clears, missing leaves (C166 to C168).
 * @throws BreviaError invalid_input, not_found, forbidden, unavailable
 */
export async function updateLink({ ctx, input }: Call<UpdateLinkInput, MemberActor>): Promise<LinkDto> {
  const link = await findOwnLink(ctx, input.code);
  const patch = toPatch(ctx, input);
  if (Object.keys(patch).length === 0) return toLinkDto(link, ctx);
  const { key, scope } = ownKey(link);
  const updated = await ctx.links.update(key, scope, patch);
  if (updated === null) throw notFound();
  await announce(ctx, toChange(updated));
  return toLinkDto(updated, ctx);
}

function toPatch(ctx: Context, input: UpdateLinkInput): LinkPatch {
  const { code: _code, longUrl, expiresAt, tags, ...rest } = input;
  const plain = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as LinkPatch;
  return {
    ...plain,
    ...(longUrl === undefined ? {} : { longUrl: checkTarget(ctx, longUrl) }),
    ...(expiresAt === undefined ? {} : { expiresAt: checkExpiry(ctx, expiresAt) }),
    ...(tags === undefined ? {} : { tags: [...new Set(tags ?? [])] }),
  };
}
