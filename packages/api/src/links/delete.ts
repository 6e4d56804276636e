import type { MemberActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { announce } from './announce.ts';
import { findOwnLink, notFound } from './own.ts';
import type { LinkCodeInput } from './schema.ts';

/** Soft: the code is never given out again (LINK-3). @throws BreviaError not_found, forbidden */
export async function deleteLink({
  ctx,
  input,
}: Call<LinkCodeInput, MemberActor>): Promise<{ code: string }> {
  const { domain, code, workspaceId } = await findOwnLink(ctx, input.code);
  const deleted = await ctx.links.softDelete({ domain, code, workspaceId });
  if (deleted === null) throw notFound();
  await announce(ctx, { kind: 'delete', domain, code, version: deleted.version });
  return { code };
}
