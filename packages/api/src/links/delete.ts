import { toChange } from '@brevia/core';
import type { MemberActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { announce } from './announce.ts';
import { findOwnLink, notFound, ownKey } from './own.ts';
import type { LinkCodeInput } from './schema.ts';

/** Soft: the code is never given out again (LINK-3). @throws BreviaError not_found, forbidden */
export async function deleteLink({
  ctx,
  input,
}: Call<LinkCodeInput, MemberActor>): Promise<{ code: string }> {
  const { key, scope } = ownKey(await findOwnLink(ctx, input.code));
  const deleted = await ctx.links.softDelete(key, scope);
  if (deleted === null) throw notFound();
  await announce(ctx, toChange(deleted));
  return { code: key.code };
}
