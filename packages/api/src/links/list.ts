import type { MemberActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { toLinkDto } from './dto.ts';
import type { LinkPage, ListLinksInput } from './schema.ts';

/** A page of the actor's workspace (LINK-2); the cursor is opaque and belongs to one sort and order. */
export async function listLinks({ ctx, input }: Call<ListLinksInput, MemberActor>): Promise<LinkPage> {
  const page = await ctx.links.list({
    workspaceId: ctx.actor.workspaceId,
    limit: input.limit,
    sort: input.sort,
    order: input.order,
    cursor: input.cursor,
    now: new Date(ctx.clock()),
    search: input.search,
    tag: input.tag,
    state: input.state,
  });
  return { items: page.items.map((link) => toLinkDto(link, ctx)), nextCursor: page.nextCursor };
}
