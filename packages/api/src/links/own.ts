import { BreviaError, DEFAULT_DOMAIN, isLinkCode, type LinkKey } from '@brevia/core';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Link, LinkScope } from '@brevia/db';

type MemberContext = Context & { readonly actor: MemberActor };

function linkKey(code: string): LinkKey {
  if (!isLinkCode(code)) throw notFound();
  return { domain: DEFAULT_DOMAIN, code };
}

export function notFound(): BreviaError {
  return new BreviaError('not_found', 'There is no such link.');
}

/**
 * The link, for those who may see it: members of its workspace and admins (STAT-1). Others get 403 where there is a link
 * and 404 where there is none; that a code exists is no secret, since anybody can follow it. An anonymous link belongs to
 * nobody, so only admins may see it.
 * @param state which links count as there: `live` ones, or `deleted` ones (for restoring)
 */
export async function findOwnLink(
  ctx: MemberContext,
  code: string,
  state: 'live' | 'deleted' = 'live',
): Promise<Link> {
  const link = await ctx.links.find(linkKey(code));
  if (link === null || (link.deletedAt !== null) !== (state === 'deleted')) throw notFound();
  if (!(await mayUse(ctx, link)))
    throw new BreviaError('forbidden', 'This link belongs to another workspace.');
  return link;
}

/** Key and scope for a change of a link that the actor may use. */
export function ownKey(link: Link): { key: LinkKey; scope: LinkScope } {
  const { domain, code, workspaceId } = link;
  return { key: { domain, code }, scope: workspaceId === null ? 'any' : { workspaceId } };
}

/** Members of the link's workspace and admins. */
export async function mayUse(ctx: MemberContext, link: Link): Promise<boolean> {
  const { actor } = ctx;
  if (actor.isAdmin) return true;
  if (link.workspaceId === null) return false;
  if (link.workspaceId === actor.workspaceId) return true;
  return actor.kind === 'user' && (await ctx.workspaces.roleOf(actor.userId, link.workspaceId)) !== null;
}
