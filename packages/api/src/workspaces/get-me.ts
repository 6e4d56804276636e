import type { UserActor } from '../actor.ts';
import type { Call } from '../context.ts';
import type { Me } from './schema.ts';

export async function getMe({ ctx }: Pick<Call<undefined, UserActor>, 'ctx'>): Promise<Me> {
  const { userId, name, email, isAdmin, workspaceId } = ctx.actor;
  return {
    user: { id: userId, name, email, isAdmin },
    workspaceId,
    workspaces: await ctx.workspaces.listOf(userId),
  };
}
