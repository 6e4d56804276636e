import { toChange } from '@brevia/core';
import type { MemberActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { announce } from './announce.ts';
import { toLinkDto } from './dto.ts';
import { findOwnLink, notFound, ownKey } from './own.ts';
import type { LinkCodeInput, LinkDto } from './schema.ts';

/** Undoes a delete. @throws BreviaError not_found (also when the link is not deleted), forbidden */
export async function restoreLink({ ctx, input }: Call<LinkCodeInput, MemberActor>): Promise<LinkDto> {
  const { key, scope } = ownKey(await findOwnLink(ctx, input.code, 'deleted'));
  const restored = await ctx.links.restore(key, scope);
  if (restored === null) throw notFound();
  await announce(ctx, toChange(restored));
  return toLinkDto(restored, ctx);
}
